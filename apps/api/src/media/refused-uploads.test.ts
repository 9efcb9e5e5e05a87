import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Agent, type TestApp } from '../testing/test-app.js';
import { clips, incomingIn, keptIn, picture, smallPng, upload, type FormPart } from '../testing/uploads.js';

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

describe('POST /media refuses', () => {
  const text = (value: string) => Buffer.from(value, 'latin1');
  const cases: [string, () => FormPart[] | Promise<FormPart[]>][] = [
    ['a script named as a picture', () => [[text('<script>alert(1)</script>'), 'a.png']]],
    ['an SVG, which can hold scripts', () => [[text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg']]],
    ['a broken picture', () => [[text('\x89PNG\r\n\x1a\nbroken'), 'a.png']]],
    [
      'half a picture',
      async () => [[(await picture(900, 900).jpeg().toBuffer()).subarray(0, 2000), 'a.jpg']],
    ],
    ['half a clip', async () => [[(await clips.mp4()).subarray(0, 3000), 'a.mp4']]],
    ['what only begins like a clip', () => [[text('\0\0\0\x18ftypisom\0\0\0\0isommp42'), 'a.mp4']]],
    ['nothing', () => [[Buffer.alloc(0), 'a.png']]],
    [
      'a still frame of a picture',
      async () => [
        [await smallPng(), 'a.png'],
        [await smallPng(), 'p.png', 'poster-0'],
      ],
    ],
    [
      'a still frame of no file',
      async () => [
        [await clips.mp4(), 'a.mp4'],
        [await smallPng(), 'p.png', 'poster-2'],
      ],
    ],
    [
      'a broken still frame',
      async () => [
        [await clips.mp4(), 'a.mp4'],
        [text('\x89PNG\r\n\x1a\n'), 'p.png', 'poster-1'],
      ],
    ],
    [
      'a clip as still frame',
      async () => [
        [await clips.mp4(), 'a.mp4'],
        [await clips.mp4(), 'p.mp4', 'poster-1'],
      ],
    ],
  ];

  it.each(cases)('%s, and all that came with it', async (_name, parts) => {
    const before = await keptIn(directory);
    const answer = await upload(agent, [await smallPng(), 'good.png'], ...(await parts()));
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.errors[0].path).toBe('files');
    expect(await incomingIn(directory)).toEqual([]);
    expect(await keptIn(directory)).toEqual(before);
  });

  it('what is no form, foreign fields, no files and too many', async () => {
    const good = await smallPng();
    expect((await agent.post('/media').send({})).status).toBe(415);
    expect((await agent.post('/media')).status).toBe(415);
    for (const part of ['others', 'poster', 'poster-x', 'poster-100', 'files[]']) {
      expect((await upload(agent, [good, 'a.png', part])).status).toBe(400);
    }
    expect((await agent.post('/media').field('name', 'x')).status).toBe(400);
    const many = Array.from({ length: 13 }, (): FormPart => [good, 'a.png']);
    expect((await upload(agent, ...many)).status).toBe(413);
    expect((await upload(app.agent(), [good, 'a.png'])).status).toBe(401);
    expect(await incomingIn(directory)).toEqual([]);
  });

  it('forms that announce more than all files together may have', async () => {
    const answer = await agent
      .post('/media')
      .set('Content-Type', 'multipart/form-data; boundary=b')
      .set('Content-Length', '900000000')
      .send('--b\r\n');
    expect(answer.status).toBe(413);
  });

  it('more than the quota of each user', async () => {
    const { agent: other, user } = await app.signUp();
    const before = await keptIn(directory);
    const noise = Buffer.alloc(900 * 900 * 3);
    for (let index = 0; index < noise.length; index += 1) noise[index] = (index * index * 31) % 251;
    const big = await sharp(noise, { raw: { width: 900, height: 900, channels: 3 } })
      .jpeg()
      .toBuffer();
    const answer = await upload(other, [big, 'a.jpg']);
    expect(answer.status).toBe(413);
    expect(await keptIn(directory)).toEqual(before);
    expect(await app.ctx.models.MediaFile.countDocuments({ user: user._id })).toBe(0);
    expect((await upload(other, [await clips.mp4(), 'a.mp4'])).status).toBe(201);
  });

  it('more uploads in an hour than anybody needs', async () => {
    const { agent: busy } = await app.signUp();
    await busy.post('/media').attach('files', await smallPng(), 'a.png');
    await app.ctx.models.Throttle.updateMany({ _id: /^upload:/ }, { $set: { count: 300 } });
    const answer = await upload(busy, [await smallPng(), 'a.png']);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await app.ctx.models.Throttle.deleteMany({ _id: /^upload:/ });
  });
});
