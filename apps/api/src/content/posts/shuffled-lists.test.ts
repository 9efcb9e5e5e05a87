import type { Post } from '@social-feed/contracts';
import { shuffleKey } from '@social-feed/feed-order';
import { Types } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertPosts, newPost } from '../../testing/content.js';
import { createTestApp, type Agent, type TestApp } from '../../testing/test-app.js';
import { readShuffled, shuffledList } from '../../order/feed-order/shuffled-list.js';

let app: TestApp;
let writer: { agent: Agent; id: string };
const COUNT = 35;
beforeAll(async () => {
  app = await createTestApp();
  const { agent, user } = await app.signUp();
  writer = { agent, id: user._id };
  const author = new Types.ObjectId(user._id);
  await app.ctx.posts.positions.insert(
    Array.from({ length: COUNT }, () => newPost(author, { tagKeys: ['sea'] })),
  );
});
afterAll(() => app.close());

/** Reads all ids of a list by cursor; calls `between` after every page. */
const read = async (path: string, between = () => Promise.resolve(), agent = app.agent()) => {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { status, body } = await agent.get(`${path}&limit=6&cursor=${cursor}`);
    expect(status).toBe(200);
    ids.push(...(body.data as Post[]).map(({ _id }) => _id));
    cursor = body.nextCursor ?? null;
    expect(body.pagination.hasNext).toBe(cursor !== null);
    await between();
  }
  return ids;
};

describe('a shuffled list of a user or a tag', () => {
  it('shows each post once and ends, the same for everyone with the seed [B3-18]', async () => {
    for (const what of ['tag=sea', `userId=${writer.id}`]) {
      const ids = await read(`/posts?${what}&sortBy=random&seed=7`);
      expect(ids).toHaveLength(COUNT);
      expect(new Set(ids).size).toBe(COUNT);
      expect(await read(`/posts?${what}&seed=7`, undefined, writer.agent)).toEqual(ids);
      expect(await read(`/posts?${what}&seed=8`)).not.toEqual(ids);
    }
  });

  it('repeats and skips nothing while posts are written and deleted [B3-18]', async () => {
    const { user } = await app.signUp();
    const author = new Types.ObjectId(user._id);
    const there = (await insertPosts(app, 30, author)).map(String);
    const gone = new Set<string>();
    const shown = await read(`/posts?userId=${user._id}&seed=3`, async () => {
      await insertPosts(app, 2, author);
      const lost = there.findLast((id) => !gone.has(id)) ?? '';
      gone.add(lost);
      await app.ctx.models.Post.deleteOne({ _id: lost });
    });
    expect(new Set(shown).size).toBe(shown.length);
    expect(there.filter((id) => !gone.has(id) && !shown.includes(id))).toEqual([]);
  });

  it('contains the newest 1,000 [B3-18]', async () => {
    const { user } = await app.signUp();
    await insertPosts(app, 1020, new Types.ObjectId(user._id));
    const { body } = await app.agent().get(`/posts?userId=${user._id}&seed=3&limit=50&page=20`);
    expect([body.data.length, body.nextCursor, body.pagination.hasNext]).toEqual([50, null, false]);
    const after = await app.agent().get(`/posts?userId=${user._id}&seed=3&limit=50&page=21`);
    expect([after.status, after.body.data, after.body.nextCursor]).toEqual([200, [], null]);
  });

  it('hides posts from blocked users [B3-18]', async () => {
    const [reader, blocker] = await Promise.all([app.signUp(), app.signUp()]);
    await insertPosts(app, 2, new Types.ObjectId(blocker.user._id));
    const path = `/posts?userId=${blocker.user._id}&seed=3`;
    expect(await read(path, undefined, reader.agent)).toHaveLength(2);
    const block = { kind: 'block', user: reader.user._id, at: app.clock.now().toISOString() };
    await blocker.agent.post('/people/changes').send({ changes: [block] });
    expect(await read(path, undefined, reader.agent)).toEqual([]);
  });

  it.each(['x', 'Nzs5', Buffer.from('1000000.4').toString('base64url')])(
    'rejects the cursor %s [B3-18]',
    async (cursor) => {
      const { status, body } = await app.agent().get(`/posts?tag=sea&seed=7&cursor=${cursor}`);
      expect([status, body.message]).toEqual([400, 'cursor is malformed']);
    },
  );
});

describe('ids that share a position', () => {
  it('are on the same page', () => {
    const key = shuffleKey(1, 'same');
    const page = readShuffled(shuffledList(1, ['same', 'same', 'other']), key, 1);
    expect(page.ids.filter((id) => id === 'same')).toHaveLength(2);
  });
});
