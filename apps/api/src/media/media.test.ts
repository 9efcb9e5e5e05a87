import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cookieHeader } from '../testing/cookies.js';
import { createTestApp, newAccount, type Agent, type TestApp } from '../testing/test-app.js';

let app: TestApp;
let directory: string;
let agent: Agent;
const QUOTA = 400_000;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'social-feed-media-'));
  app = await createTestApp({ config: { media: { directory, quotaBytes: QUOTA } } });
  ({ agent } = await app.signUp());
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true, force: true });
});

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } });
const pathOf = (url: string) => new URL(url).pathname;
const upload = (...files: [Buffer, string][]) => {
  const call = agent.post('/media');
  for (const [data, name] of files) void call.attach('files', data, name);
  return call;
};
const leftovers = async () =>
  existsSync(join(directory, 'incoming')) ? readdir(join(directory, 'incoming')) : [];
const kept = async () => (existsSync(join(directory, 'files')) ? readdir(join(directory, 'files')) : []);
const read = (path: string) =>
  app
    .agent()
    .get(path)
    .buffer(true)
    .parse((res, done) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => done(null, Buffer.concat(chunks)));
    });
/** The beginning of an MP4 file as sniffers know it. */
const clip = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42'), Buffer.alloc(500)]);

describe('POST /media', () => {
  it('keeps a picture upright, in three widths and without its metadata', async () => {
    const photo = await picture(2000, 1000)
      .withExif({ IFD0: { Artist: 'Somebody', ImageDescription: 'Secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const answer = await upload([photo, '../../evil name.html']);
    expect(answer.status, answer.text).toBe(201);
    const [media] = answer.body.data;
    expect(media).toMatchObject({ kind: 'image', alt: '', width: 1000, height: 2000 });
    expect(media.placeholder).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/=]{1,2000}$/);
    expect(pathOf(media.url)).toMatch(/^\/media\/[0-9a-f]{32}\/1280\.webp$/);
    for (const [name, width] of [
      ['320.webp', 320],
      ['640.webp', 640],
      ['1280.webp', 1000],
      ['fallback.jpg', 1000],
    ] as const) {
      const file = await read(pathOf(media.url).replace('1280.webp', name));
      expect(file.status).toBe(200);
      const found = await sharp(file.body as Buffer).metadata();
      expect(found).toMatchObject({ width, height: width * 2 });
      expect([found.exif, found.orientation]).toEqual([undefined, undefined]);
    }
    expect(await leftovers()).toEqual([]);
  });

  it('answers several files in their order, fit for a post', async () => {
    const png = await picture(40, 20).png().toBuffer();
    const answer = await upload([png, 'a.png'], [clip, 'b.mp4']);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.data).toMatchObject([
      { kind: 'image', width: 40, height: 20 },
      { kind: 'video', width: 0, height: 0 },
    ]);
    const [image, video] = answer.body.data;
    const post = await agent.post('/posts').send({ media: [image], videos: [video.url] });
    expect(post.status, post.text).toBe(201);
    expect(post.body.data.videos).toEqual([video.url]);
  });

  it.each([
    ['a script named as a picture', Buffer.from('<script>alert(1)</script>'), 'a.png'],
    ['an SVG, which can hold scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg'],
    ['a broken picture', Buffer.from('\x89PNG\r\n\x1a\nbroken', 'latin1'), 'a.png'],
    ['nothing', Buffer.alloc(0), 'a.png'],
  ])('refuses %s', async (_name, data, name) => {
    const before = await kept();
    const good = await picture(10, 10).png().toBuffer();
    const answer = await upload([good, 'good.png'], [data, name]);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.errors[0].path).toBe('files');
    expect(await leftovers()).toEqual([]);
    expect(await kept()).toEqual(before);
  });

  it('refuses pictures of too many pixels, however small their file', async () => {
    const bomb = await picture(12_000, 6000).png().toBuffer();
    expect((await upload([bomb, 'bomb.png'])).status).toBe(400);
  });

  it('refuses what is no form, foreign fields, no files and too many', async () => {
    const good = await picture(10, 10).png().toBuffer();
    expect((await agent.post('/media').send({})).status).toBe(415);
    expect((await agent.post('/media')).status).toBe(415);
    expect((await agent.post('/media').attach('others', good, 'a.png')).status).toBe(400);
    expect((await agent.post('/media').field('name', 'x')).status).toBe(400);
    const many = Array.from({ length: 13 }, (): [Buffer, string] => [good, 'a.png']);
    expect((await upload(...many)).status).toBe(413);
    expect((await app.agent().post('/media').attach('files', good, 'a.png')).status).toBe(401);
    expect(await leftovers()).toEqual([]);
  });

  it('holds the quota of each user', async () => {
    const { agent: other } = await app.signUp();
    const before = await kept();
    const big = Buffer.concat([clip, Buffer.alloc(QUOTA)]);
    const answer = await other.post('/media').attach('files', big, 'a.mp4');
    expect(answer.status).toBe(413);
    expect(await kept()).toEqual(before);
    expect((await other.post('/media').attach('files', clip, 'a.mp4')).status).toBe(201);
  });

  it('leaves nothing behind where the sender goes away', async () => {
    const account = newAccount();
    const cookies = cookieHeader(await app.agent().post('/auth/register').send(account));
    const before = await kept();
    await new Promise<void>((resolve) => {
      const call = httpRequest(`${app.url}/media`, {
        method: 'POST',
        headers: {
          Cookie: cookies,
          'Content-Type': 'multipart/form-data; boundary=b',
          'Content-Length': 1_000_000,
        },
      });
      call.on('error', () => resolve());
      call.write('--b\r\nContent-Disposition: form-data; name="files"; filename="a.mp4"\r\n\r\n');
      call.write(Buffer.alloc(200_000));
      void vi
        .waitFor(async () => expect(await leftovers()).toHaveLength(1), { timeout: 10_000, interval: 20 })
        .then(() => call.destroy());
    });
    await vi.waitFor(async () => expect(await leftovers()).toEqual([]), { timeout: 10_000, interval: 20 });
    expect(await kept()).toEqual(before);
  });
});

describe('GET /media/…', () => {
  it('is cached for good, in ranges, and inert', async () => {
    const [media] = (await upload([clip, 'a.mp4'])).body.data;
    const part = await app.agent().get(pathOf(media.url)).set('Range', 'bytes=0-3');
    expect(part.status).toBe(206);
    expect(part.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'content-type': 'video/mp4',
    });
    expect((await app.agent().get(`/api${pathOf(media.url)}`)).status).toBe(200);
  });

  it.each(['/media/nothing/1280.webp', '/media/..%2fincoming', '/media/%2e%2e/incoming'])(
    'answers 404 to %s',
    async (path) => {
      expect((await app.agent().get(path)).status).toBe(404);
    },
  );
});
