import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { mediaScene } from '../../testing/media-scene.js';
import { pngThatClaims } from '../../testing/odd-pictures.js';
import {
  animation,
  clips,
  incomingIn,
  pathOfUrl,
  picture,
  readBytes,
  smallPng,
  upload,
} from '../../testing/uploads.js';

const QUOTA = 400_000;
const scene = mediaScene({ quotaBytes: QUOTA });

describe('POST /media with pictures', () => {
  it('stores a picture upright, in three widths and without its metadata', async () => {
    const photo = await picture(1400, 700)
      .withExif({ IFD0: { Artist: 'Somebody', ImageDescription: 'Secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const answer = await upload(scene.agent, [photo, '../../evil name.html']);
    expect(answer.status, answer.text).toBe(201);
    const [media] = answer.body.data;
    expect(media).toMatchObject({ kind: 'image', alt: '', width: 700, height: 1400 });
    expect(media.placeholder).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/=]{1,2000}$/);
    expect(pathOfUrl(media.url)).toMatch(/^\/media\/[0-9a-f]{32}\/1280\.webp$/);
    for (const [name, width] of [
      ['320.webp', 320],
      ['640.webp', 640],
      ['1280.webp', 700],
      ['fallback.jpg', 700],
    ] as const) {
      const file = await readBytes(scene.app, pathOfUrl(media.url).replace('1280.webp', name));
      expect(file.status).toBe(200);
      const found = await sharp(file.body).metadata();
      expect(found).toMatchObject({ width, height: width * 2 });
      expect([found.exif, found.orientation]).toEqual([undefined, undefined]);
    }
    expect(await incomingIn(scene.directory)).toEqual([]);
  });

  it('never enlarges', async () => {
    const [media] = (await upload(scene.agent, [await picture(500, 250).png().toBuffer(), 'a.png'])).body
      .data;
    expect(media).toMatchObject({ width: 500, height: 250 });
    for (const [name, width] of [
      ['320.webp', 320],
      ['640.webp', 500],
      ['1280.webp', 500],
    ] as const) {
      const file = await readBytes(scene.app, pathOfUrl(media.url).replace('1280.webp', name));
      expect(await sharp(file.body).metadata()).toMatchObject({ width });
    }
  });

  it.each([
    ['a long screenshot', 1290, 19_854, 1064, 16_383],
    ['a strip', 400, 20_000, 328, 16_383],
    ['a panorama', 9000, 300, 9000, 300],
    ['a large panorama', 12_000, 1000, 3840, 320],
    ['a wide picture', 3000, 1000, 1280, 427],
  ])('keeps %s legible', async (_what, width, height, keptWidth, keptHeight) => {
    const long = await picture(width, height).png().toBuffer();
    const [media] = (await upload(scene.agent, [long, 'a.png'])).body.data;
    expect([media.width, media.height]).toEqual([keptWidth, keptHeight]);
    const { body } = await readBytes(scene.app, pathOfUrl(media.url));
    expect(await sharp(body).metadata()).toMatchObject({ width: keptWidth, height: keptHeight });
  });

  it('refuses a strip that could not be read afterwards, in words', async () => {
    const strip = await picture(300, 40_000).png().toBuffer();
    const answer = await upload(scene.agent, [strip, 'a.png']);
    expect([answer.status, answer.body.message ?? JSON.stringify(answer.body)]).toEqual([
      400,
      expect.stringContaining('Cut it into 3 parts'),
    ]);
  });

  it.each(['gif', 'webp'] as const)(
    'keeps a %s animation animated, at most 640 pixels wide',
    async (format) => {
      const moving = await animation(format, { width: 660, height: 330, frames: 4 });
      const answer = await upload(scene.agent, [moving, `a.${format}`]);
      expect(answer.status, answer.text).toBe(201);
      const [media] = answer.body.data;
      expect(media).toMatchObject({ kind: 'image', width: 640, height: 320 });
      expect(media.poster).toBe(media.url.replace('1280.webp', 'fallback.jpg'));
      for (const [name, width] of [
        ['320.webp', 320],
        ['1280.webp', 640],
      ] as const) {
        const { body } = await readBytes(scene.app, pathOfUrl(media.url).replace('1280.webp', name));
        const found = await sharp(body, { pages: -1 }).metadata();
        expect(found).toMatchObject({ format: 'webp', width, pages: 4, delay: [80, 80, 80, 80] });
      }
      const still = await readBytes(scene.app, pathOfUrl(media.url).replace('1280.webp', 'fallback.jpg'));
      expect(await sharp(still.body).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 320 });
    },
  );

  it('rejects animations with too many frames', async () => {
    const long = await animation('gif', { width: 2, height: 2, frames: 501 });
    expect((await upload(scene.agent, [long, 'a.gif'])).status).toBe(400);
  });

  it('rejects pictures with too many pixels, even in a small file', async () => {
    const bomb = await pngThatClaims(12_000, 6000);
    const answer = await upload(scene.agent, [bomb, 'bomb.png']);
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'A picture may have at most 50 megapixels; this one has 72. Make it smaller and upload that.',
    ]);
  });
});

describe('POST /media with clips', () => {
  it.each([
    ['mp4', clips.mp4, 'mp4', 64, 48],
    ['webm', clips.webm, 'webm', 64, 48],
    ['mov', clips.mov, 'mp4', 48, 64],
  ] as const)(
    'reads size and length of %s, and drops data about its maker',
    async (name, read, extension, width, height) => {
      const original = await read();
      const answer = await upload(scene.agent, [
        Buffer.concat([original, Buffer.from('<script>TAIL')]),
        `a.${name}`,
      ]);
      expect(answer.status, answer.text).toBe(201);
      const [media] = answer.body.data;
      expect(media).toMatchObject({ kind: 'video', width, height, placeholder: '' });
      expect(media.duration).toBeCloseTo(1, 1);
      expect(media.poster).toBeUndefined();
      expect(pathOfUrl(media.url)).toMatch(new RegExp(`/video\\.${extension}$`));
      const kept = (await readBytes(scene.app, pathOfUrl(media.url))).body.toString('latin1');
      expect(kept.length).toBeGreaterThan(original.length / 2);
      for (const secret of ['Secret', '+48.85', 'TAIL']) expect(kept).not.toContain(secret);
    },
  );

  it('stores the poster sent with it', async () => {
    const still = await picture(1600, 900).jpeg().toBuffer();
    const answer = await upload(
      scene.agent,
      [await smallPng(), 'a.png'],
      [await clips.mp4(), 'b.mp4'],
      [still, 'poster.jpg', 'poster-1'],
    );
    expect(answer.status, answer.text).toBe(201);
    const [image, video] = answer.body.data;
    expect(image.poster).toBeUndefined();
    expect(video.placeholder).toMatch(/^data:image\/webp;base64,/);
    const poster = await readBytes(scene.app, pathOfUrl(video.poster));
    expect(await sharp(poster.body).metadata()).toMatchObject({ format: 'webp', width: 1280, height: 720 });
  });

  it('returns several files in their order, ready for a post', async () => {
    const answer = await upload(scene.agent, [await clips.webm(), 'b.webm'], [await smallPng(), 'a.png']);
    const post = await scene.agent.post('/posts').send({ media: answer.body.data });
    expect(post.status, post.text).toBe(201);
    expect(post.body.data.media).toEqual([answer.body.data[1], answer.body.data[0]]);
    expect(post.body.data.videos).toEqual([answer.body.data[0].url]);
  });

  it.each(['-XrQHxml_qhW/dc2hip09LUML', '"a/b"', 'a=b'])(
    'reads a form with the boundary %s',
    async (written) => {
      const boundary = written.replaceAll('"', '');
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="a.png"\r\n\r\n`;
      const answer = await scene.agent
        .post('/media')
        .set('Content-Type', `multipart/form-data; boundary=${written}`)
        .send(Buffer.concat([Buffer.from(head), await smallPng(), Buffer.from(`\r\n--${boundary}--\r\n`)]));
      expect(answer.status, answer.text).toBe(201);
    },
  );

  it('adds known facts to uploads that a post names by url only', async () => {
    const answer = await upload(scene.agent, [await clips.mp4(), 'b.mp4'], [await smallPng(), 'a.png']);
    const [video, image] = answer.body.data;
    const post = await scene.agent.post('/posts').send({ images: [image.url], videos: [video.url] });
    expect(post.body.data.media).toEqual([image, video]);
  });
});

describe('POST /media with polyglot files', () => {
  const SCRIPT = '<script>alert(1)</script>';

  it.each([
    ['a.png', smallPng],
    ['a.gif', () => picture(40, 20).gif().toBuffer()],
    ['a.mp4', clips.mp4],
    ['a.webm', clips.webm],
  ])('drops data appended to %s', async (name, make) => {
    const answer = await upload(scene.agent, [Buffer.concat([await make(), Buffer.from(SCRIPT)]), name]);
    expect(answer.status, answer.text).toBe(201);
    const { body } = await readBytes(scene.app, pathOfUrl(answer.body.data[0].url));
    expect(body.length).toBeGreaterThan(0);
    expect(body.includes(SCRIPT)).toBe(false);
  });
});

describe('GET /media/…', () => {
  it('serves files cacheable forever, in ranges, and inert', async () => {
    const [media] = (await upload(scene.agent, [await clips.mp4(), 'a.mp4'])).body.data;
    const part = await scene.app.agent().get(pathOfUrl(media.url)).set('Range', 'bytes=4-7').buffer(true);
    expect(part.status).toBe(206);
    expect(part.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'content-type': 'video/mp4',
      'content-length': '4',
    });
    const whole = await readBytes(scene.app, `/api${pathOfUrl(media.url)}`);
    expect(whole.status).toBe(200);
    expect(whole.headers['accept-ranges']).toBe('bytes');
    const beyond = await scene.app.agent().get(pathOfUrl(media.url)).set('Range', 'bytes=99999999-');
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${whole.body.length}`]);
    const last = await scene.app
      .agent()
      .get(pathOfUrl(media.url))
      .set('Range', 'bytes=-99999999')
      .buffer(true);
    expect([last.status, last.headers['content-length']]).toEqual([200, String(whole.body.length)]);
    expect(last.headers['content-range']).toBeUndefined();
    const again = await scene.app
      .agent()
      .get(pathOfUrl(media.url))
      .set('If-Modified-Since', whole.headers['last-modified'] ?? '');
    expect(again.status).toBe(304);
    const head = await scene.app.agent().head(pathOfUrl(media.url)).set('Range', 'bytes=4-7');
    expect([head.status, head.headers['content-length']]).toEqual([200, String(whole.body.length)]);
  });

  it('returns an uncacheable 404 for a missing file', async () => {
    const [media] = (await upload(scene.agent, [await clips.mp4(), 'a.mp4'])).body.data;
    const answer = await scene.app.agent().get(pathOfUrl(media.url).replace('video.mp4', 'poster.webp'));
    expect(answer.status).toBe(404);
    expect(answer.headers['cache-control'] ?? '').not.toContain('immutable');
  });

  it.each([
    '/media/nothing/1280.webp',
    '/media/..%2fincoming',
    '/media/%2e%2e/incoming',
    `/media/${'0'.repeat(32)}/..%2f..%2fpasswd`,
    `/media/${'0'.repeat(32)}/1280.webp`,
    `/media/${'0'.repeat(32)}/`,
  ])('returns 404 for %s', async (path) => {
    expect((await scene.app.agent().get(path)).status).toBe(404);
  });
});
