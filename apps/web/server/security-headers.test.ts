import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { featureOrigins } from './feature-services.js';
import { securityHeaders } from './security-headers.js';

const caddyfile = readFileSync(new URL('../deploy/Caddyfile', import.meta.url), 'utf8');

/** The policy that the Caddyfile sets for pages or the service worker. */
const policyOfCaddy = (of: 'pages' | 'worker'): string | undefined => {
  const policy = /^\t\tContent-Security-Policy "(.*\{callable_hosts\}.*)"$/m.exec(caddyfile)?.[1];
  const name = of === 'worker' ? '/sw.js' : 'default';
  const hosts = new RegExp(String.raw`^\t\t${name} "(.+)"$`, 'm').exec(caddyfile)?.[1];
  return policy?.replace('{callable_hosts}', hosts ?? '');
};

it.each(['pages', 'worker'] as const)(
  'the web server and the Caddyfile have one policy for %s',
  async (of) => {
    const config = { apiOrigin: undefined, production: true, featureOrigins: featureOrigins({}) };
    const headers = securityHeaders(config, of);
    const server = createServer((request, response) => headers(request, response, () => response.end()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.close();
    expect(policyOfCaddy(of)).toBe(answer.headers.get('content-security-policy'));
  },
);
