import type { Post } from '@social-feed/contracts';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import type { Types } from 'mongoose';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../../platform/time.js';
import { insertPosts, insertUser } from '../../testing/content.js';
import { appScene } from '../../testing/scene.js';

const scene = appScene({ config: { webOrigin: 'https://feed.example' } });
let author: Types.ObjectId;

beforeAll(async () => {
  author = (await insertUser(scene.app))._id;
  await insertPosts(scene.app, 40, author);
});

const hand = async () =>
  (await scene.app.agent().get('/posts/today').expect(200)).body as { date: string; data: Post[] };
const atom = async () => parseAtomFeed((await scene.app.agent().get('/feeds/today.atom').expect(200)).text);

describe("the feeds of today's hand", () => {
  it('have its posts in its order, each as an entry of that day [B11-5]', async () => {
    const { date, data } = await hand();
    const feed = await atom();
    expect([feed.id, feed.title?.value]).toEqual([
      'https://feed.example/today',
      "Today's hand · Social Feed",
    ]);
    expect(feed.links?.map(({ href }) => href)).toEqual([
      'https://feed.example/today.atom',
      'https://feed.example/today',
    ]);
    expect(feed.entries?.map(({ id }) => id)).toEqual(
      data.map(({ _id }) => `https://feed.example/today?date=${date}#${_id}`),
    );
    expect(feed.entries?.map(({ links }) => links?.[0]?.href)).toEqual(
      data.map(({ _id }) => `https://feed.example/p/${_id}`),
    );
    // Readers sort by time, the latest first.
    const times = feed.entries!.map(({ published }) => published!);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(times).size).toBe(24);
    expect(times.every((time) => time.startsWith(`${date}T00:00:`))).toBe(true);
    const json = parseJsonFeed((await scene.app.agent().get('/feeds/today.json').expect(200)).text);
    expect(json.items?.map(({ id }) => id)).toEqual(feed.entries?.map(({ id }) => id));
    expect(json.feed_url).toBe('https://feed.example/today.json');
  });

  it('have new ids the day after, and an ETag until then [B11-5]', async () => {
    const first = await scene.app.agent().get('/feeds/today.atom').expect(200);
    const again = (tag: string) => scene.app.agent().get('/feeds/today.atom').set('If-None-Match', tag);
    await again(first.headers['etag'] as string).expect(304);
    expect(first.headers['cache-control']).toBe('public, max-age=60');
    const before = new Set((await atom()).entries?.map(({ id }) => id));
    scene.app.clock.advance(DAY);
    await again(first.headers['etag'] as string).expect(200);
    expect((await atom()).entries?.filter(({ id }) => before.has(id))).toEqual([]);
  });

  it('show what visitors see, whoever asks [B11-5]', async () => {
    scene.app.clock.advance(DAY);
    const warned = await scene.app.signUp({ fullName: 'Cy' });
    await scene.app.ctx.models.Post.deleteMany();
    const fields = { title: 'The end', description: 'He dies', contentWarning: 'A film' };
    await warned.agent.post('/posts').send(fields).expect(201);
    const bad = await scene.app.signUp();
    await bad.agent.post('/posts').send({ title: 'Bad' }).expect(201);
    expect((await hand()).data).toHaveLength(2);
    await scene.app.ctx.admin.suspend(null, bad.user._id);
    const { text } = await warned.agent.get('/feeds/today.atom').expect(200);
    expect(parseAtomFeed(text).entries?.map(({ title }) => title?.value)).toEqual(['Post by Cy']);
    expect(text).toContain('Content warning: A film');
    expect(text).not.toMatch(/He dies|The end|Bad/);
  });
});
