import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi, type Api } from '../../api.js';
import { testConfig } from '../../testing/test-app.js';

let api: Api;
let server: Server;
beforeAll(async () => {
  // Never connected: the reference works without a database.
  api = createApi(testConfig());
  server = createServer(api.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await api.destroy();
});
const get = (path: string) => request(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).get(path);

describe('GET /docs/openapi.json', () => {
  it.each([
    ['/docs/openapi.json', 'http://localhost:4000'],
    ['/api/docs/openapi.json', 'http://localhost:3000/api'],
  ])('returns %s with the address that the client uses', async (path, address) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    expect(answer.body.openapi).toBe('3.1.0');
    expect(answer.body.servers).toEqual([{ url: address }]);
    expect(Object.keys(answer.body.paths).length).toBeGreaterThan(40);
  });
});

it('describes the headers that pages of other origins may read', async () => {
  const { body } = await get('/docs/openapi.json');
  const { headers } = await get('/health/live').set('Origin', 'https://other.example');
  const exposed = (headers['access-control-expose-headers'] ?? '').split(', ');
  // `Allow` comes with 405 alone, which no call has.
  expect(Object.keys(body.components.headers).sort()).toEqual(
    exposed.filter((name) => name !== 'Allow').sort(),
  );
});

describe('GET /docs', () => {
  it.each([
    ['/docs', '/docs'],
    ['/docs/', '/docs'],
    ['/api/docs', '/api/docs'],
  ])('is a page at %s that loads only its own files, with nothing inline', async (path, base) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    const policy = answer.headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(answer.text).not.toMatch(/<style|<script>| style="| on\w+="/);
    const loaded = [...answer.text.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"/g)].map(
      ([, url]) => url,
    );
    expect(loaded).toEqual([
      'data:,',
      `${base}/swagger-ui.css`,
      `${base}/swagger-ui-bundle.js`,
      `${base}/start.js`,
    ]);
  });

  it.each([
    ['/api/docs/swagger-ui.css', /^text\/css/],
    ['/docs/swagger-ui-bundle.js', /javascript/],
    ['/docs/start.js', /javascript/],
  ])('serves %s', async (path, type) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(type);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['cache-control']).toBe('public, max-age=300');
    // The wider policy applies to the page only.
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; frame-ancestors/);
  });

  it.each([
    '/docs/nothing.js',
    '/docs/index.html',
    '/docs/swagger-ui.js',
    '/docs/swagger-ui-bundle.js.map',
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/.hidden',
  ])('serves no other file at %s', async (path) => {
    // Falls through to the API, which fails here without a database.
    expect((await get(path)).status).toBe(503);
  });
});
