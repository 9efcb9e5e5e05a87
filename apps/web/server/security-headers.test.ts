import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { readConfig } from './config.js';
import { featureOrigins } from './feature-services.js';
import { securityHeaders } from './security-headers.js';

const modes = ['', 'any', 'proxy', 'uploads'];
it.each(modes.flatMap((media) => [['pages', media] as const, ['worker', media] as const]))(
  'the policy of %s names other sites for pictures and clips only where posts may show them, with MEDIA=%s [B23-4]',
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
    const elsewhere = !['proxy', 'uploads'].includes(media);
    for (const source of ['img-src', 'media-src', ...(of === 'worker' ? ['connect-src'] : [])])
      expect(new RegExp(`${source}[^;]* https:[; ]`).test(policy)).toBe(elsewhere);
    if (of === 'pages') expect(policy).toContain("connect-src 'self' https://official-joke-api.appspot.com ");
  },
);
