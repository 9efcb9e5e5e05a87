import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '@social-feed/api/testing/test-app';
import { demo } from '../index.js';
import { demoMedia } from './demo-media.js';

const folder = mkdtempSync(join(tmpdir(), 'demo-media-'));
const directory = join(folder, 'media');
let test: TestApp;

beforeAll(async () => {
  mkdirSync(directory);
  writeFileSync(join(directory, 'picture.webp'), 'RIFFxxxxWEBP');
  mkdirSync(join(directory, 'pictures'));
  writeFileSync(join(directory, 'pictures/broken.webp'), 'RIFFxxxxWEBP');
  const drawn = sharp({ create: { width: 900, height: 450, channels: 3, background: '#336699' } });
  writeFileSync(join(directory, 'pictures/sea-01.webp'), await drawn.webp().toBuffer());
  writeFileSync(join(directory, 'page.svg'), '<svg><script>alert(1)</script></svg>');
  writeFileSync(join(directory, '.hidden'), 'hidden');
  writeFileSync(join(folder, 'outside.txt'), 'outside');
  test = await createTestApp({ demo: { ...demo, media: () => demoMedia(directory) } });
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

describe('/demo-media', () => {
  it('is immutable, cacheable and inert, at the root and under /api', async () => {
    for (const prefix of ['', '/api']) {
      const answer = await test.agent().get(`${prefix}/demo-media/picture.webp`);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('image/webp');
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
      expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
    }
  });

  it('supports range requests, so that clips can seek', async () => {
    const answer = await test.agent().get('/demo-media/picture.webp').set('Range', 'bytes=0-3').buffer(true);
    expect(answer.status).toBe(206);
    expect(answer.headers['content-range']).toBe('bytes 0-3/12');
    const beyond = await test.agent().get('/demo-media/picture.webp').set('Range', 'bytes=12-');
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */12']);
    expect(beyond.headers['cache-control']).toBe('no-store');
  });

  it.each([
    '/demo-media/',
    '/demo-media',
    '/demo-media/nothing.webp',
    '/demo-media/640/pictures/nothing.webp',
    '/demo-media/640/pictures/broken.webp',
    '/demo-media/641/pictures/sea-01.webp',
    '/demo-media/1280/pictures/sea-01.webp',
    '/demo-media/640/pictures/..%2fpicture.webp',
    '/demo-media/640/pictures/sea-01.svg',
    '/demo-media/.hidden',
    '/demo-media/..%2foutside.txt',
  ])('responds with 404 in the error shape to %s', async (path) => {
    const answer = await test.agent().get(path);
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ success: false, code: 'ROUTE_NOT_FOUND', message: 'Resource not found' });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('serves pictures in the widths of uploads, never enlarged', async () => {
    for (const [width, real] of [
      [320, 320],
      [640, 640],
      [640, 640],
    ]) {
      const answer = await test.agent().get(`/demo-media/${width}/pictures/sea-01.webp`).buffer(true);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('image/webp');
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(answer.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
      const facts = await sharp(answer.body as Buffer).metadata();
      expect([facts.width, facts.height]).toEqual([real, Number(real) / 2]);
    }
  });

  it('does not exist if demo data are off', async () => {
    const without = await createTestApp({ config: { demoData: false } });
    try {
      expect((await without.agent().get('/demo-media/picture.webp')).status).toBe(404);
    } finally {
      await without.close();
    }
  });
});
