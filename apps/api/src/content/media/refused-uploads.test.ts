import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { HOUR } from '../../platform/time.js';
import { mediaScene } from '../../testing/media-scene.js';
import { createTestApp } from '../../testing/test-app.js';
import {
  clips,
  incomingIn,
  keptIn,
  picture,
  smallPng,
  upload,
  type FormPart,
} from '../../testing/uploads.js';

const QUOTA = 400_000;
const scene = mediaScene({ quotaBytes: QUOTA });

describe('POST /media rejects', () => {
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

  it.each(cases)('%s, with all other files of the form', async (_name, parts) => {
    const before = await keptIn(scene.directory);
    const answer = await upload(scene.agent, [await smallPng(), 'good.png'], ...(await parts()));
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.errors[0].path).toBe('files');
    expect(await incomingIn(scene.directory)).toEqual([]);
    expect(await keptIn(scene.directory)).toEqual(before);
  });

  it('other content types, unknown fields, no files and too many', async () => {
    const good = await smallPng();
    expect((await scene.agent.post('/media').send({})).status).toBe(415);
    expect((await scene.agent.post('/media')).status).toBe(415);
    for (const part of ['others', 'poster', 'poster-x', 'poster-100', 'files[]']) {
      expect((await upload(scene.agent, [good, 'a.png', part])).status).toBe(400);
    }
    expect((await scene.agent.post('/media').field('name', 'x')).status).toBe(400);
    const many = Array.from({ length: 13 }, (): FormPart => [good, 'a.png']);
    expect((await upload(scene.agent, ...many)).status).toBe(413);
    expect((await upload(scene.app.agent(), [good, 'a.png'])).status).toBe(401);
    expect(await incomingIn(scene.directory)).toEqual([]);
  });

  it('forms that declare more than the maximum of all files together', async () => {
    const answer = await scene.agent
      .post('/media')
      .set('Content-Type', 'multipart/form-data; boundary=b')
      .set('Content-Length', '900000000')
      .send('--b\r\n');
    expect(answer.status).toBe(413);
  });

  it('files above the user’s quota', async () => {
    const { agent: other, user } = await scene.app.signUp();
    const before = await keptIn(scene.directory);
    const noise = Buffer.alloc(900 * 900 * 3);
    for (let index = 0; index < noise.length; index += 1) noise[index] = (index * index * 31) % 251;
    const big = await sharp(noise, { raw: { width: 900, height: 900, channels: 3 } })
      .jpeg()
      .toBuffer();
    const answer = await upload(other, [big, 'a.jpg']);
    expect(answer.status).toBe(413);
    expect(await keptIn(scene.directory)).toEqual(before);
    expect(await scene.app.ctx.models.MediaFile.countDocuments({ user: user._id })).toBe(0);
    expect((await upload(other, [await clips.mp4(), 'a.mp4'])).status).toBe(201);
  });

  it('files above a part of the quota on an account’s first day, or while its e-mail address is not verified', async () => {
    const strict = await createTestApp({
      config: { media: { directory: scene.directory, firstDayBytes: 1 } },
    });
    try {
      const { agent, user } = await strict.signUp();
      const send = async () => (await upload(agent, [await smallPng(), 'a.png'])).status;
      expect(await send()).toBe(413);
      strict.clock.advance(25 * HOUR);
      await agent.post('/auth/refresh');
      expect(await send()).toBe(413);
      await strict.ctx.models.User.updateOne({ _id: user._id }, { $unset: { confirmEmail: 1 } });
      expect(await send()).toBe(201);
    } finally {
      await strict.close();
    }
  });

  it('everything while the disk lacks the free space others need', async () => {
    const full = await createTestApp({
      config: { media: { directory: scene.directory, keepFreeBytes: Number.MAX_SAFE_INTEGER } },
    });
    try {
      const { agent } = await full.signUp();
      const answer = await upload(agent, [await smallPng(), 'a.png']);
      expect([answer.status, answer.body.code]).toEqual([507, 'STORAGE_FULL']);
      expect(await incomingIn(scene.directory)).toEqual([]);
    } finally {
      await full.close();
    }
  });

  it('too many uploads in an hour', async () => {
    const { agent: busy } = await scene.app.signUp();
    const first = await busy.post('/media').attach('files', await smallPng(), 'a.png');
    // 100 on an account's first day, times the factor of the tests.
    expect(first.headers['ratelimit-policy']).toBe('"upload";q=100000;w=3600');
    expect(first.headers['ratelimit']).toContain('r=99999');
    await scene.app.ctx.models.Throttle.updateMany({ _id: /^upload:/ }, { $set: { count: 1e9 } });
    const answer = await upload(busy, [await smallPng(), 'a.png']);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await scene.app.ctx.models.Throttle.deleteMany({ _id: /^upload:/ });
  });
});
