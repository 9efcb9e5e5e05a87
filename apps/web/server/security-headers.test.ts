import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { readConfig } from './config.js';
import { featureOrigins } from './feature-services.js';
import { securityHeaders } from './security-headers.js';

const caddyfile = readFileSync(new URL('../deploy/Caddyfile', import.meta.url), 'utf8');

/** Returns the value that a `map` of the Caddyfile sets for a text: that of the first pattern that fits. */
function mapped(name: string, text: string): string {
  const lines = new RegExp(String.raw`^\tmap .* \{${name}\} \{\n([^}]*)\}`, 'm').exec(caddyfile)?.[1] ?? '';
  for (const [, quoted, plain = '', value = ''] of lines.matchAll(/^\t\t(?:"~(.+?)"|(\S+)) "(.*)"$/gm)) {
    const fits = quoted === undefined ? ['default', text].includes(plain) : new RegExp(quoted).test(text);
    if (fits) return value;
  }
  throw new Error(`The Caddyfile maps nothing to ${name}`);
}

/** The policy that the Caddyfile sets for pages or the service worker. */
const policyOfCaddy = (of: 'pages' | 'worker', media: string): string | undefined =>
  /^\t\tContent-Security-Policy "(.*\{callable_hosts\}.*)"$/m
    .exec(caddyfile)?.[1]
    ?.replace('{callable_hosts}', mapped('callable_hosts', `${media} ${of === 'worker' ? '/sw.js' : '/'}`))
    .replaceAll('{media_hosts}', mapped('media_hosts', media));

const modes = ['', 'any', 'proxy', 'uploads'];
it.each(modes.flatMap((media) => [['pages', media] as const, ['worker', media] as const]))(
  'the web server and the Caddyfile have one policy for %s with MEDIA=%s [B23-4]',
  async (of, media) => {
    const { foreignMedia } = readConfig({ MEDIA: media });
    const config = {
      apiOrigin: undefined,
      production: true,
      featureOrigins: featureOrigins({}),
      foreignMedia,
    };
    const headers = securityHeaders(config, of);
    const server = createServer((request, response) => headers(request, response, () => response.end()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.close();
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policyOfCaddy(of, media)).toBe(policy);
    expect(/img-src[^;]*https:/.test(policy)).toBe(!['proxy', 'uploads'].includes(media));
  },
);
