import { POST_LIMITS, type Post } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPost } from '../../testing/content.js';
import { createTestApp, type Agent, type TestApp } from '../../testing/test-app.js';

const COUNT = 70;
const MEBIBYTE = 1024 * 1024;

let app: TestApp;
let writer: { agent: Agent; id: string };

/** Media with almost the maximum number of bytes per post. */
const media = Array.from({ length: 12 }, (_, index) => ({
  url: `https://pictures.example/${index}/${'a'.repeat(640)}.jpg`,
  kind: index < 10 ? ('image' as const) : ('video' as const),
  alt: '',
  width: 10,
  height: 10,
  placeholder: '#336699',
}));

beforeAll(async () => {
  app = await createTestApp();
  const { agent, user } = await app.signUp();
  writer = { agent, id: user._id };
  const largest = {
    description: '字'.repeat(POST_LIMITS.descriptionMax),
    tagKeys: ['sea'],
    tags: ['sea'],
    media,
  };
  await app.ctx.posts.positions.insert(
    Array.from({ length: COUNT }, () =>
      newPost(new Types.ObjectId(user._id), { ...largest, hasMedia: true }),
    ),
  );
});
afterAll(() => app.close());

describe('a page of the largest posts', () => {
  it.each([
    '/posts/infinite-cursor?seed=3',
    '/posts?sortBy=createdAt',
    '/posts?tag=sea&sortBy=createdAt',
    '/posts?tag=sea&sortBy=random&seed=5',
    '/posts/user/USER?page=1',
  ])('of %s stays below 1 MiB, and its cursor skips no post', async (path) => {
    const ids: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null; pages += 1) {
      expect(pages).toBeLessThan(COUNT);
      const address = `${path.replace('USER', writer.id)}&limit=50&cursor=${cursor}`;
      const { status, text, body } = await app.agent().get(address);
      expect(status, text).toBe(200);
      expect(Buffer.byteLength(text)).toBeLessThan(MEBIBYTE);
      ids.push(...(body.data as Post[]).map(({ _id }) => _id));
      cursor = body.nextCursor ?? null;
    }
    expect(ids).toHaveLength(COUNT);
    expect(new Set(ids).size).toBe(COUNT);
  });

  it('of the web app stays below 1 MiB with its page size', async () => {
    const { text, body } = await app.agent().get('/posts/infinite?seed=3&isFirstLoad=true&limit=20');
    expect(body.data).toHaveLength(20);
    expect(Buffer.byteLength(text)).toBeLessThan(MEBIBYTE);
  });
});

describe('the media of a post', () => {
  const tooLong =
    'The descriptions and addresses of all pictures and videos are too long together. Shorten some';
  const long = (index: number) => `https://pictures.example/${index}/${'a'.repeat(1900)}`;

  it.each<[string, object]>([
    ['as media', { media: media.map((item, index) => ({ ...item, url: long(index) })) }],
    ['as addresses', { images: Array.from({ length: 10 }, (_, index) => long(index)) }],
    ['by their descriptions', { media: media.map((item) => ({ ...item, alt: 'é'.repeat(500) })) }],
  ])('are rejected if they exceed the byte limit %s', async (_title, body) => {
    const answer = await writer.agent.post('/posts').send({ title: 'Long', ...body });
    expect([answer.status, answer.body.errors]).toEqual([400, [{ path: 'media', message: tooLong }]]);
  });

  it('are accepted below the limit, and stay editable if stored before the limit', async () => {
    const answer = await writer.agent.post('/posts').send({ media });
    expect(answer.status, answer.text).toBe(201);
    const { _id } = answer.body.data;
    const former = media.map((item, index) => ({ ...item, url: long(index) }));
    await app.ctx.models.Post.updateOne({ _id }, { $set: { media: former } });
    expect((await writer.agent.put(`/posts/${_id}`).send({ title: 'New title' })).status).toBe(200);
    expect((await writer.agent.put(`/posts/${_id}`).send({ images: [long(1)], media: [] })).status).toBe(200);
    await writer.agent.delete(`/posts/${_id}`);
  });
});
