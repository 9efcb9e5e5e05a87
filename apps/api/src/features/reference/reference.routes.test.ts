import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi, type Api } from '../../api.js';
import { testConfig } from '../../testing/test-app.js';

let api: Api;
let server: Server;
beforeAll(async () => {
  // Never connected: the reference is there without a database.
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
  ])('answers %s with the address that the reader uses', async (path, address) => {
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

describe('GET /docs', () => {
  it.each(['/docs', '/docs/', '/api/docs'])('is a page at %s that holds every call', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    for (const { summary } of api.endpoints) {
      expect(answer.text).toContain(
        `<span class="summary">${summary.replaceAll('"', '&quot;').replaceAll("'", '&#39;')}`,
      );
    }
  });

  it('loads its own styles and script and nothing else, with nothing inline', async () => {
    const answer = await get('/api/docs');
    const policy = answer.headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'; style-src 'self'; script-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(answer.text).not.toMatch(/<style|<script>| style="| on\w+="/);
    const loaded = [...answer.text.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"/g)].map(
      ([, url]) => url,
    );
    expect(loaded).toEqual(['data:,', '/api/docs/docs.css', '/api/docs/docs.js']);
    for (const [url, type] of [
      ['/api/docs/docs.css', /^text\/css/],
      ['/docs/docs.js', /javascript/],
    ] as const) {
      const asset = await get(url);
      expect(asset.status).toBe(200);
      expect(asset.headers['content-type']).toMatch(type);
      expect(asset.headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('leads every link in it somewhere', async () => {
    const { text } = await get('/docs');
    const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(60);
    expect(targets.filter((id) => !ids.has(id))).toEqual([]);
  });

  it.each(['/docs/nothing.js', '/docs/../package.json', '/docs/%2e%2e/package.json', '/docs/.hidden'])(
    'serves nothing else at %s',
    async (path) => {
      expect((await get(path)).status).not.toBe(200);
    },
  );
});
