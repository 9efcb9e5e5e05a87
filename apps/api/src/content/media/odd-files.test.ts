import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../platform/http/errors.js';
import { testPictures, testSound, writeTestClip } from '../../testing/edited-clips.js';
import { mediaScene } from '../../testing/media-scene.js';
import { animatedPng, avifThatClaims, withBrands } from '../../testing/odd-pictures.js';
import { clips, pathOfUrl, picture, readBytes, smallPng, upload } from '../../testing/uploads.js';
import { prepareUpload } from './prepare-upload.js';

const scene = mediaScene();
/** Uploads a file. */
const send = async (file: Buffer, name = 'a') => {
  const answer = await upload(scene.agent, [file, name]);
  return { status: answer.status, message: answer.body.message as string, media: answer.body.data?.[0] };
};
/** Prepares a file as an upload does, without one. @returns what the answer would say */
const prepare = async (file: Buffer) => {
  const path = join(scene.directory, `odd-${(prepared += 1)}`);
  await writeFile(path, file);
  try {
    const { kind, facts, note } = await prepareUpload({ path, size: file.length });
    return { status: 201, media: { kind, ...facts, ...(note === undefined ? {} : { note }) } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { status: error.status, message: error.message };
  }
};
let prepared = 0;
/** Does not compress, so that a share of the file is that share of the rows. */
const noise = () => {
  const size = { width: 120, height: 80, channels: 3 } as const;
  return sharp({
    create: { ...size, background: '#000', noise: { type: 'gaussian', mean: 120, sigma: 40 } },
  });
};
/** A picture in which all rows differ. */
const photo = (width = 120, height = 80) => {
  const raw = Buffer.alloc(width * height * 3);
  for (let index = 0; index < raw.length; index += 1) raw[index] = (index * index * 31 + index * 7) % 251;
  return sharp(raw, { raw: { width, height, channels: 3 } });
};

describe('POST /media accepts files that browsers show', () => {
  it('accepts an animated PNG as a still picture, with a note', async () => {
    const { status, media } = await send(await animatedPng());
    expect(status).toBe(201);
    expect(media).toMatchObject({ kind: 'image', note: 'The animation is kept as a still picture.' });
    const { body } = await readBytes(scene.app, pathOfUrl(media.url));
    expect((await sharp(body, { pages: -1 }).metadata()).format).toBe('webp');
  });

  it.each([
    ['mif1', ['mif1', 'avif', 'miaf']],
    ['msf1', ['msf1', 'avis', 'iso8']],
    ['mif1', ['mif1', 'miaf']],
    ['avis', ['avis', 'mif1']],
  ])('accepts an AVIF of the major brand %s with %j', async (major, others) => {
    const avif = await picture(64, 48).avif().toBuffer();
    const { status, media } = await prepare(withBrands(avif, major, others));
    expect(status).toBe(201);
    expect(media).toMatchObject({ kind: 'image', width: 64, height: 48 });
    const isAnimation = others.includes('avis');
    expect(media?.note).toBe(isAnimation ? 'The animation is kept as a still picture.' : undefined);
  });

  it.each([
    '3gp4',
    '3gp5',
    '3g2a',
    'isom',
    'iso5',
    'iso6',
    'M4V ',
    'qt  ',
    'dash',
    'mp71',
    'mp42',
    'MSNV',
    'f4v ',
    'XAVC',
  ])('accepts an MP4 of the major brand %s', async (brand) => {
    expect(await prepare(withBrands(await clips.mp4(), brand, ['isom']))).toMatchObject({
      status: 201,
      media: { kind: 'video', width: 64 },
    });
  });

  it.each([
    ['without its last two bytes', (file: Buffer) => file.subarray(0, -2)],
    ['without its last hundred bytes', (file: Buffer) => file.subarray(0, -100)],
    ['with bytes after its end', (file: Buffer) => Buffer.concat([file, Buffer.alloc(500, 7)])],
    [
      'with bytes before a marker',
      (file: Buffer) => Buffer.concat([file.subarray(0, 20), Buffer.alloc(9, 1), file.subarray(20)]),
    ],
  ])('accepts a JPEG %s', async (_title, change) => {
    for (const progressive of [false, true]) {
      const { status, media } = await prepare(change(await photo().jpeg({ progressive }).toBuffer()));
      expect([status, media?.width, media?.height]).toEqual([201, 120, 80]);
    }
  });
});

describe('POST /media, as browsers do,', () => {
  it.each([
    'Kowalski_«Noted».jpg',
    '💫.png',
    '写真 (1).jpeg',
    'a"b\\c.png',
    '../../etc/passwd',
    `${'ä'.repeat(250)}.png`,
  ])('accepts a file of the name %s', async (name) => {
    expect((await send(await smallPng(), name)).status).toBe(201);
  });

  it.each(['png', 'gif'] as const)('accepts a %s without its end', async (format) => {
    const file = await noise()[format]().toBuffer();
    for (const missing of [1, 12, Math.floor(file.length * 0.03)]) {
      const { status, media } = await prepare(file.subarray(0, -missing));
      expect([missing, status, media?.width, media?.height]).toEqual([missing, 201, 120, 80]);
    }
  });
});

describe('POST /media rejects with a message', () => {
  it.each(
    [0.3, 0.6, 0.95].flatMap((share) =>
      (['jpeg', 'png', 'gif'] as const).map((format) => ({ share, format })),
    ),
  )('a $format with $share missing', async ({ share, format }) => {
    const file = await photo()[format]().toBuffer();
    const { status, message } = await prepare(file.subarray(0, Math.floor(file.length * (1 - share))));
    expect([status, message]).toEqual([400, 'This picture is broken']);
  });

  it('an empty file', async () => {
    expect(await prepare(Buffer.alloc(0))).toMatchObject({ status: 400, message: 'This file is empty.' });
  });

  it.each([
    ['HEIC', async () => withBrands(await picture(8, 8).avif().toBuffer(), 'heic', ['mif1', 'heic'])],
    ['HEIC', async () => withBrands(await picture(8, 8).avif().toBuffer(), 'mif1', ['heic'])],
    ['TIFF', () => picture(8, 8).tiff().toBuffer()],
    ['BMP', () => Promise.resolve(Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]))],
    ['PDF', () => Promise.resolve(Buffer.from('%PDF-1.7\n'))],
  ])('a %s, with its name', async (name, make) => {
    const { status, message } = await prepare(await make());
    expect(status).toBe(400);
    expect(message).toContain(name);
  });

  it('text, and lists the accepted kinds', async () => {
    const { status, message } = await send(Buffer.from('hello'));
    expect(status).toBe(400);
    expect(message).toBe(
      'Only pictures (JPEG, PNG, WebP, GIF or AVIF) and videos (MP4, WebM or MOV) can be uploaded.',
    );
  });

  it('an AVIF with too many pixels to decode quickly, and names their number', async () => {
    const { message } = await prepare(await avifThatClaims(6000, 4000));
    expect(message).toBe(
      'An AVIF picture may have at most 20 megapixels; this one has 24. Make it smaller and upload that.',
    );
  });

  it('a video that no browser shows, and one trimmed too much', async () => {
    const pictures = testPictures({ count: 50, group: 50, between: 0, timescale: 12_800, length: 512 });
    const clip = { movieScale: 1000, pictures, sound: testSound(86) };
    expect((await prepare(await writeTestClip({ ...clip, pictureType: 'apcn' }))).message).toContain(
      'ProRes',
    );
    const trimmed = { ...pictures, edits: [{ start: 1, duration: 1 }] };
    const { status, message } = await prepare(await writeTestClip({ ...clip, pictures: trimmed }));
    expect(status).toBe(400);
    expect(message).toMatch(/^This video was trimmed in a way .* Export it again and upload that\.$/);
  });

  it('nothing acceptable: sound that browsers cannot play is removed with a note', async () => {
    const pictures = testPictures({ count: 50, group: 50, between: 0, timescale: 12_800, length: 512 });
    const file = await writeTestClip({ movieScale: 1000, pictures, sound: testSound(86), soundType: 'alac' });
    const answer = await upload(scene.agent, [file, 'a.mp4'], [await smallPng(), 'b.png']);
    const [video, image] = answer.body.data;
    expect(video.note).toBe('The sound was left out: browsers cannot play ALAC.');
    expect(image).not.toHaveProperty('note');
    const post = await scene.agent.post('/posts').send({ media: answer.body.data });
    expect(post.status, post.text).toBe(201);
    expect(post.body.data.media[1]).not.toHaveProperty('note');
  });
});
