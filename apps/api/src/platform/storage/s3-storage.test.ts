import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUCKET, startS3Server, type S3Server } from '../../testing/s3-server.js';
import { createTestApp, type Agent, type TestApp } from '../../testing/test-app.js';
import { clips, incomingIn, pathOfUrl, readBytes, smallPng, upload, idOfUrl } from '../../testing/uploads.js';
import { MINUTE } from '../time.js';

let store: S3Server;
let app: TestApp;
let agent: Agent;
let directory: string;
let bucket: S3Client;

beforeAll(async () => {
  store = await startS3Server();
  directory = await mkdtemp(join(tmpdir(), 'social-feed-media-'));
  app = await createTestApp({ config: { media: { directory, s3: store.config } } });
  ({ agent } = await app.signUp());
  const { endpoint, credentials, region } = store.config;
  bucket = new S3Client({ endpoint: endpoint!, credentials: credentials!, region, forcePathStyle: true });
});
afterAll(async () => {
  bucket.destroy();
  await app.close();
  await store.close();
  await rm(directory, { recursive: true, force: true });
});

const keys = async () =>
  ((await bucket.send(new ListObjectsV2Command({ Bucket: BUCKET }))).Contents ?? []).map(({ Key }) => Key);
const uploadClip = async () => {
  const answer = await upload(agent, [await clips.mp4(), 'a.mp4'], [await smallPng(), 'p.png', 'poster-0']);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data[0] as { url: string; poster: string };
};

describe('uploads in an S3 store', () => {
  it('are saved below the prefix, and leave nothing on the disk', async () => {
    const { url } = await uploadClip();
    const folder = `feed/${idOfUrl(url)}`;
    expect(await keys()).toEqual(expect.arrayContaining([`${folder}/video.mp4`, `${folder}/poster.webp`]));
    expect(await incomingIn(directory)).toEqual([]);
  });

  it('are served through the API whole, in ranges and by ETag, permanently cached and inert', async () => {
    const { url, poster } = await uploadClip();
    const whole = await readBytes(app, pathOfUrl(url));
    expect(whole.status).toBe(200);
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    const part = await app.agent().get(pathOfUrl(url)).set('Range', 'bytes=4-11').buffer(true);
    expect(part.status).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 4-11/${whole.body.length}`);
    expect(part.headers['content-length']).toBe('8');
    const beyond = await app.agent().get(pathOfUrl(url)).set('Range', 'bytes=99999999-');
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${whole.body.length}`]);
    expect(beyond.headers['cache-control']).toBe('no-store');
    for (const odd of ['bytes=0-1,4-5', 'bytes=a-b', 'items=0-1']) {
      const ignored = await app.agent().get(pathOfUrl(url)).set('Range', odd).buffer(true);
      expect([ignored.status, ignored.headers['content-length']]).toEqual([200, `${whole.body.length}`]);
    }
    const known = await app
      .agent()
      .get(pathOfUrl(url))
      .set('If-None-Match', whole.headers['etag'] ?? '');
    expect(known.status).toBe(304);
    const head = await app.agent().head(pathOfUrl(url));
    expect([head.status, head.headers['content-length']]).toEqual([200, String(whole.body.length)]);
    expect((await readBytes(app, pathOfUrl(poster))).headers['content-type']).toBe('image/webp');
  });

  it('are removed with the content that used them', async () => {
    const media = await uploadClip();
    const post = await agent.post('/posts').send({ title: 'Clip', videos: [media.url] });
    app.clock.advance(61_000);
    await agent.delete(`/posts/${post.body.data._id}`);
    app.clock.advance(1000);
    // removal continues after the response of the deletion, and the sweep removes the rest
    const left = async () => {
      await app.ctx.media.sweep();
      return (await keys()).filter((key) => key?.includes(idOfUrl(media.url)));
    };
    await expect.poll(left, { timeout: 10_000 }).toEqual([]);
    expect((await app.agent().get(pathOfUrl(media.url))).status).toBe(404);
  });

  it('answer 404 for a missing file', async () => {
    const { url } = await uploadClip();
    const answer = await app.agent().get(pathOfUrl(url).replace('video.mp4', 'video.webm'));
    expect(answer.status).toBe(404);
    expect(answer.body.code).toBe('ROUTE_NOT_FOUND');
  });

  it('are rejected with 503 during an outage of the store, and leave nothing behind', async () => {
    const { url } = await uploadClip();
    const before = await keys();
    const records = await app.ctx.models.MediaFile.countDocuments();
    store.cut();
    const refused = await upload(agent, [await clips.mp4(), 'a.mp4'], [await smallPng(), 'a.png']);
    expect(refused.status, refused.text).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await incomingIn(directory)).toEqual([]);
    const unread = await app.agent().get(pathOfUrl(url));
    expect(unread.status).toBe(503);
    expect(unread.headers['cache-control']).toBe('no-store');

    store.restore();
    expect(await app.ctx.media.sweep()).toBeGreaterThan(0);
    expect(await app.ctx.models.MediaFile.countDocuments()).toBe(records);
    expect(await keys()).toEqual(before);
    expect((await readBytes(app, pathOfUrl(url))).status).toBe(200);
  });

  it('are removed later if the store is down at the time', async () => {
    const { url } = await uploadClip();
    const post = await agent.post('/posts').send({ title: 'Clip', videos: [url] });
    app.clock.advance(61_000);
    store.cut();
    expect((await agent.delete(`/posts/${post.body.data._id}`)).status).toBe(200);
    await app.ctx.media.sweep();
    store.restore();
    expect((await keys()).filter((key) => key?.includes(idOfUrl(url)))).toHaveLength(2);
    app.clock.advance(11 * MINUTE);
    await app.ctx.media.sweep();
    expect((await keys()).filter((key) => key?.includes(idOfUrl(url)))).toEqual([]);
  });
});
