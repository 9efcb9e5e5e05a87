import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { newPost, userRecord } from '../testing/content.js';
import { appScene } from '../testing/scene.js';
import { searchTermsMigration } from './0001-search-terms.js';
import { tagsMigration } from './0012-tags.js';

const scene = appScene();
const run = (signal = new AbortController().signal) =>
  searchTermsMigration.up(scene.app.ctx.connection.db!, signal, () => undefined);
/** What a later migration and its job do. */
async function countTags() {
  await tagsMigration.up(scene.app.ctx.connection.db!, new AbortController().signal, () => undefined);
  await scene.app.ctx.posts.tags.run();
}
const getIds = async (path: string) => {
  const { body } = await scene.app.agent().get(path);
  return (body.data as { _id: string }[]).map(({ _id }) => _id);
};

/** Inserts a post and a user in the former format. */
async function insertFormer(title: string, fullName: string, userName: string) {
  const { Post, User } = scene.app.ctx.models;
  const now = scene.app.clock.now();
  const { searchTerms: _terms, ...user } = {
    _id: new Types.ObjectId(),
    ...userRecord(userName, fullName, now),
  };
  await User.collection.insertOne(user);
  const { searchTerms: _words, ...post } = newPost(user._id, {
    title,
    tags: ['İzmir'],
    tagKeys: ['i̇zmir'],
    createdAt: now,
  });
  await Post.collection.insertOne({ ...post, hidden: false, feedKeys: [], searchWords: ['raining'] });
  return { user: user._id.toHexString(), post: post._id.toHexString() };
}

describe('the migration to search terms', () => {
  it('makes old posts and users searchable, with the same result when run twice', async () => {
    const { user, post } = await insertFormer("It's raining", 'Wren Okafor', 'wren_migrated');
    const { Post, User } = scene.app.ctx.models;
    const read = () => Promise.all([Post.collection.find().toArray(), User.collection.find().toArray()]);
    await run();
    await countTags();
    const once = await read();
    await run();
    await countTags();
    expect(await read()).toEqual(once);
    expect(once[0].every((each) => !('searchWords' in each))).toBe(true);
    expect(await getIds(`/posts?sortBy=createdAt&q=${encodeURIComponent("It's raining")}`)).toContain(post);
    expect(await getIds('/posts?sortBy=createdAt&tag=izmir')).toContain(post);
    expect(await getIds('/search/people?q=okafor')).toContain(user);
  });

  it('processes more than one batch', async () => {
    const { Post } = scene.app.ctx.models;
    const old = Array.from({ length: 1100 }, (_, index) => {
      const { searchTerms: _terms, ...post } = newPost(new Types.ObjectId(), { title: `Number${index}` });
      return { ...post, hidden: false, feedKeys: [], searchWords: ['old'] };
    });
    await Post.collection.insertMany(old);
    await run();
    expect(await Post.countDocuments({ searchWords: { $exists: true } } as object)).toBe(0);
    expect(await Post.countDocuments({ searchTerms: { $size: 2 } })).toBeGreaterThanOrEqual(1100);
  });

  it('skips a post that was edited after it was read', async () => {
    const { agent } = await scene.app.signUp();
    const { body } = await agent.post('/posts').send({ title: 'Before' });
    const { Post } = scene.app.ctx.models;
    const _id = new Types.ObjectId(body.data._id as string);
    await Post.collection.updateOne({ _id }, { $set: { searchWords: ['before'] } });
    const running = run();
    await agent
      .put(`/posts/${body.data._id as string}`)
      .send({ title: 'Afterwards' })
      .expect(200);
    await running;
    expect(await getIds('/posts?sortBy=createdAt&q=afterwards')).toEqual([body.data._id]);
    expect(await getIds('/posts?sortBy=createdAt&q=before')).toEqual([]);
  });

  it('stops when aborted, and can run again', async () => {
    const { post } = await insertFormer('Stopped first', 'Ada Stopp', 'ada_stopp');
    await expect(run(AbortSignal.abort())).rejects.toThrow();
    await run();
    expect(await getIds('/posts?sortBy=createdAt&q=stopped')).toEqual([post]);
  });
});
