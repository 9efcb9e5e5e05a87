import type { Post } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { insertPosts, insertUser, newPost } from '../../testing/content.js';
import { appScene } from '../../testing/scene.js';
import type { Agent } from '../../testing/test-app.js';

const scene = appScene();
const POSTS = 90;
/** A third is English, a third Arabic, and of a third the language is unknown. */
const LANGUAGES = ['en', 'ar', null];
let author: Types.ObjectId;
let posts: { id: string; language: string | null }[];

beforeAll(async () => {
  author = (await insertUser(scene.app))._id;
  const records = Array.from({ length: POSTS }, (_, index) =>
    newPost(author, { language: LANGUAGES[index % 3] ?? null }),
  );
  await scene.app.ctx.posts.positions.insert(records);
  posts = records.map(({ _id, language = null }) => ({ id: _id.toHexString(), language }));
});

interface Answer {
  data: Post[];
  hasNextPage: boolean;
  nextCursor: string | null;
}
const idsOf = ({ data }: Answer) => data.map(({ _id }) => _id);
const inLanguages = (...wanted: (string | null)[]) =>
  posts.filter(({ language }) => wanted.includes(language)).map(({ id }) => id);

/** Reads all pages of a feed and returns the ids of their posts. */
async function read(agent: Agent, query: string, between?: (answer: Answer) => Promise<unknown>) {
  const shown: string[] = [];
  for (let cursor = ''; ;) {
    const { status, body, text } = await agent.get(
      `/posts/infinite-cursor?limit=10&${query}&cursor=${cursor}`,
    );
    expect(status, text).toBe(200);
    const answer = body as Answer;
    shown.push(...idsOf(answer));
    if (answer.nextCursor === null) return shown;
    await between?.(answer);
    cursor = answer.nextCursor;
  }
}

const setLanguage = (ids: readonly string[], language: string | null) =>
  scene.app.ctx.models.Post.collection.updateMany(
    { _id: { $in: ids.map((id) => new Types.ObjectId(id)) } },
    { $set: { language } },
  );

describe('the feed in some languages', () => {
  it('leaves out posts in others, keeps those of unknown language, in the order of the seed [B13-6]', async () => {
    const visitor = scene.app.agent();
    const whole = await read(visitor, 'seed=5');
    expect(whole).toHaveLength(POSTS);
    const english = new Set(inLanguages('en', null));
    expect(await read(visitor, 'seed=5&languages=en')).toEqual(whole.filter((id) => english.has(id)));
    expect(new Set(await read(visitor, 'seed=5&languages=fr'))).toEqual(new Set(inLanguages(null)));
    expect(await read(visitor, 'seed=5&languages=en,AR')).toEqual(whole);
  });

  it('fills its pages past what it leaves out, within six times the limit of positions [B13-6]', async () => {
    const looked = vi.spyOn(scene.app.ctx.models.Post.collection, 'find');
    const { body } = await scene.app.agent().get('/posts/infinite-cursor?limit=10&seed=7&languages=fr');
    const positions = looked.mock.calls.flatMap(
      ([filter]) => (filter as { feedKeys?: { $in: number[] } }).feedKeys?.$in ?? [],
    );
    looked.mockRestore();
    expect((body as Answer).data).toHaveLength(10);
    expect(positions.length).toBeLessThanOrEqual(60);
  });

  it('shows each post once while others are written, deleted and change their language [B13-6]', async () => {
    const visitor = scene.app.agent();
    const arabic = inLanguages('ar');
    const others = inLanguages('en', null);
    const changed = arabic.slice(0, 6);
    const seen = new Set<string>();
    const shown = await read(visitor, 'seed=8&languages=en', async (answer) => {
      for (const id of idsOf(answer)) seen.add(id);
      await insertPosts(scene.app, 2, author);
      const next = changed.find((id) => !seen.has(id));
      if (next !== undefined) await setLanguage([next], 'en');
      await setLanguage([...seen].slice(0, 1), 'ar');
    });
    expect(new Set(shown).size).toBe(shown.length);
    for (const id of others) expect(shown).toContain(id);
    for (const { id, language } of posts) await setLanguage([id], language);
    await scene.app.ctx.models.Post.collection.deleteMany({
      _id: { $nin: posts.map(({ id }) => new Types.ObjectId(id)) },
    });
  });

  it('leaves out what was viewed as well, and keeps own posts [B13-6]', async () => {
    const { agent, user } = await scene.app.signUp();
    const [own] = [newPost(new Types.ObjectId(user._id), { language: 'ar' })];
    await scene.app.ctx.posts.positions.insert([own]);
    const seen = inLanguages('en').slice(0, 5);
    await agent
      .post('/post-interactions/batch-views')
      .send({ postViews: seen.map((postId) => ({ postId, viewDuration: 2 })) })
      .expect(200);
    const shown = await read(agent, 'seed=9&languages=en&unseen=true');
    const wanted = inLanguages('en', null).filter((id) => !seen.includes(id));
    expect(new Set(shown)).toEqual(new Set([...wanted, own._id.toHexString()]));
    expect(await read(scene.app.agent(), 'seed=11&languages=en')).not.toContain(own._id.toHexString());
  });

  it('filters the posts of followed people, in pages that may be short [B13-6]', async () => {
    const { agent } = await scene.app.signUp();
    const at = scene.app.clock.now().toISOString();
    await agent
      .post('/people/changes')
      .send({ changes: [{ kind: 'follow', user: author.toHexString(), at }] })
      .expect(200);
    const shown = await read(agent, 'seed=9&following=true&languages=en');
    expect(shown).toHaveLength(new Set(shown).size);
    expect(new Set(shown)).toEqual(new Set(inLanguages('en', null)));
  });

  it.each(['english', 'en,', 'en-GB', 'en;fr', `en${',fr'.repeat(30)}`])('rejects %s', async (languages) => {
    const { status, body } = await scene.app.agent().get('/posts/infinite-cursor').query({ languages });
    expect([status, body.errors[0].path]).toEqual([400, 'languages']);
  });
});
