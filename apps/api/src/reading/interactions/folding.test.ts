import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Post } from '@social-feed/contracts';
import fc from 'fast-check';
import { Types } from 'mongoose';
import { expect, it, onTestFinished, vi } from 'vitest';
import { backUp } from '../../backup/backup.js';
import { restore } from '../../backup/restore.js';
import { verify } from '../../backup/verify.js';
import { collectionOf } from '../../platform/db/collection-of.js';
import { DAY } from '../../platform/time.js';
import { PASSWORD } from '../../testing/browsers.js';
import { insertPosts, insertUser } from '../../testing/content.js';
import { runs } from '../../testing/runs.js';
import { appScene } from '../../testing/scene.js';
import { createTestApp, type Agent, type TestApp } from '../../testing/test-app.js';
import { createFolding } from './folding.js';

const POSTS = 12;
let seed = 0;
const scene = appScene();

const foldingOf = ({ ctx, clock }: TestApp, atOnce?: number) =>
  createFolding({
    interactions: collectionOf(ctx.models.PostInteraction),
    seen: ctx.posts.seen,
    posts: ctx.posts.folded,
    now: clock.now,
    pause: 0,
    ...(atOnce && { atOnce }),
  });
/** Folds everything that is due. */
const fold = async (app = scene.app) => {
  while (await foldingOf(app).run());
};

/** A reader, and posts in an otherwise empty feed. */
async function readerAndPosts() {
  await scene.app.ctx.models.Post.updateMany({}, { hidden: true, feedKeys: [] });
  const ids = await insertPosts(scene.app, POSTS, (await insertUser(scene.app))._id);
  const { agent, user } = await scene.app.signUp();
  return { agent, user: new Types.ObjectId(user._id), ids };
}

async function view(agent: Agent, ids: readonly string[]): Promise<string[]> {
  const postViews = ids.map((postId) => ({ postId, viewDuration: 2 }));
  const { body } = await agent.post('/post-interactions/batch-views').send({ postViews }).expect(200);
  const results = body.data.results as { postId: string; viewAdded: boolean }[];
  return results.filter(({ viewAdded }) => viewAdded).map(({ postId }) => postId);
}
const react = (agent: Agent, id: string, type: string, action: string) =>
  agent.post(`/posts/${id}/reactions`).send({ type, action });

async function feed(agent: Agent, query = ''): Promise<Post[]> {
  const posts: Post[] = [];
  // a new order, because a pinned one lacks the newest posts
  seed += 1;
  for (let cursor = ''; ;) {
    const { body } = await agent.get(`/posts/infinite-cursor?limit=5&seed=${seed}${query}&cursor=${cursor}`);
    posts.push(...(body.data as Post[]));
    if (body.nextCursor === null) return posts;
    cursor = body.nextCursor as string;
  }
}
const idsOf = (posts: readonly Post[]) => posts.map(({ _id }) => _id).sort();
/** Makes all that readers did older, since sessions would end if the clock went on. */
async function age(days: number, time = days * DAY): Promise<void> {
  const { collection } = scene.app.ctx.models.PostInteraction;
  for (const field of ['createdAt', 'viewedAt'])
    await collection.updateMany({ [field]: { $type: 'date' } }, [
      { $set: { [field]: { $subtract: [`$${field}`, time] } } },
    ]);
}
const recordsOf = (user: Types.ObjectId) => scene.app.ctx.models.PostInteraction.countDocuments({ user });
const seenOf = (user: Types.ObjectId) => scene.app.ctx.posts.seen.records.countDocuments({ user });

it('folds views after 90 days, and answers as before [B3-20]', async () => {
  const { agent, user, ids } = await readerAndPosts();
  await view(agent, ids.slice(0, 6));
  await react(agent, ids[0]!, 'like', 'add').expect(200);
  await age(90, 90 * DAY - 60_000);
  await fold();
  expect([await recordsOf(user), await seenOf(user)]).toEqual([6, 0]);
  await age(0, 120_000);
  await fold();
  expect([await recordsOf(user), await seenOf(user)]).toEqual([1, 1]);
  expect(idsOf(await feed(agent, '&unseen=true'))).toEqual(ids.slice(6).sort());
  const viewed = (await feed(agent)).filter(({ userInteraction }) => userInteraction.viewed);
  expect(idsOf(viewed)).toEqual(ids.slice(0, 6).sort());
  expect(viewed.map(({ views }) => views)).toEqual(Array(6).fill(1));

  expect(await view(agent, ids.slice(0, 7))).toEqual([ids[6]]);
  const one = await agent.post(`/post-interactions/${ids[1]}/view`).send({});
  expect(one.body).toMatchObject({
    message: 'View was already counted',
    data: { viewAdded: false, totalViews: 1 },
  });
  expect((await agent.get(`/post-interactions/${ids[1]}/status`)).body.data.viewed).toBe(true);
  const liked = await react(agent, ids[1]!, 'like', 'add').expect(200);
  expect(liked.body.data.userInteraction).toMatchObject({ liked: true, viewed: true });
  expect((await agent.get(`/posts/${ids[1]}`)).body.data.userInteraction.viewed).toBe(true);
  const other = await scene.app.signUp();
  expect(await view(other.agent, ids.slice(0, 2))).toEqual(ids.slice(0, 2));
});

type Act = 'view' | 'like' | 'unlike' | 'save' | 'fold' | 'kill' | 'wait' | 'hide';
const ACTS: Act[] = ['view', 'like', 'unlike', 'save', 'fold', 'kill', 'wait', 'hide'];

it('gives the same answers whatever was folded, liked or interrupted before [B3-20]', async () => {
  const { Post, PostInteraction } = scene.app.ctx.models;
  const { records } = scene.app.ctx.posts.seen;
  /** Writes of a folding, at which it may be killed. */
  const writes = [
    () => vi.spyOn(Post.collection, 'bulkWrite'),
    () => vi.spyOn(records, 'insertOne'),
    () => vi.spyOn(records, 'updateOne'),
    () => vi.spyOn(PostInteraction.collection, 'deleteMany'),
    () => vi.spyOn(PostInteraction.collection, 'updateMany'),
  ];
  const step = fc.record({
    act: fc.constantFrom(...ACTS),
    posts: fc.uniqueArray(fc.nat(POSTS - 1), { minLength: 1, maxLength: 5 }),
    write: fc.nat(writes.length - 1),
    atOnce: fc.constantFrom(2, 5, 100),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
      const { agent, user, ids } = await readerAndPosts();
      const seen = new Set<string>();
      for (const { act, posts, write, atOnce } of steps) {
        const some = posts.map((index) => ids[index]!);
        if (act === 'view') {
          const added = some.filter((id) => !seen.has(id));
          expect((await view(agent, some)).sort()).toEqual(added.sort());
          for (const id of some) seen.add(id);
        }
        if (act === 'like') await react(agent, some[0]!, 'like', 'add');
        if (act === 'unlike') await react(agent, some[0]!, 'like', 'remove');
        if (act === 'save') await react(agent, some[0]!, 'save', 'add');
        if (act === 'wait') await age(50);
        if (act === 'fold') while (await foldingOf(scene.app, atOnce).run());
        if (act === 'kill') {
          const kill = writes[write]!();
          kill.mockRejectedValueOnce(new Error('killed'));
          await foldingOf(scene.app, atOnce)
            .run()
            .catch(() => undefined);
          kill.mockRestore();
        }
        if (act === 'hide') {
          // as a suspension and its end, after which posts have other places
          const author = (await Post.findById(ids[0]!).lean())!.user;
          await scene.app.ctx.posts.positions.hide(author);
          await scene.app.ctx.posts.positions.show(author);
        }
      }
      expect(idsOf(await feed(agent, '&unseen=true'))).toEqual(ids.filter((id) => !seen.has(id)).sort());
      for (const { _id, views, userInteraction } of await feed(agent)) {
        expect([_id, userInteraction.viewed, views]).toEqual([_id, seen.has(_id), seen.has(_id) ? 1 : 0]);
      }
      expect(await view(agent, ids)).toHaveLength(POSTS - seen.size);
      // no view is in both places, once an interrupted folding has been repeated
      await age(91);
      await fold();
      const viewed = await PostInteraction.countDocuments({ user, viewed: true });
      let folded = 0;
      for await (const { posts } of scene.app.ctx.posts.seen.ofUser(user)) folded += posts.length;
      expect(viewed + folded).toBe(POSTS);
    }),
    { numRuns: runs(12, 150) },
  );
  // 150 runs of the long form
}, 600_000);

it('exports folded views, and a deleted account takes them from the counters [B3-20]', async () => {
  const { agent, user, ids } = await readerAndPosts();
  const { agent: other } = await scene.app.signUp();
  await view(other, ids.slice(0, 3));
  await view(agent, ids.slice(0, 5));
  await age(91);
  await fold();
  await react(agent, ids[0]!, 'like', 'add');
  const { seenPosts } = JSON.parse((await agent.get('/auth/export')).text) as {
    seenPosts: { post: string }[];
  };
  expect(seenPosts.map(({ post }) => post).sort()).toEqual(ids.slice(0, 5).sort());
  await agent.post('/auth/delete-account').send({ password: PASSWORD }).expect(200);
  await scene.app.ctx.jobs.runDue('account-deletion');
  expect([await recordsOf(user), await seenOf(user)]).toEqual([0, 0]);
  const posts = await scene.app.ctx.models.Post.find({ _id: { $in: ids } }).lean();
  const viewsOf = new Map(posts.map(({ _id, views, likes }) => [_id.toHexString(), [views, likes]]));
  expect(ids.map((id) => viewsOf.get(id)!)).toEqual(ids.map((_, index) => [index < 3 ? 1 : 0, 0]));
});

it('survives a backup that was made during a folding [B3-20]', async () => {
  const { agent, ids } = await readerAndPosts();
  await view(agent, ids.slice(0, 4));
  await age(91);
  await fold();
  await view(agent, ids.slice(4, 8));
  await age(91);
  // killed when the sets are written, so that the backup has these views twice
  const { collection } = scene.app.ctx.models.PostInteraction;
  const kill = vi.spyOn(collection, 'deleteMany').mockRejectedValueOnce(new Error('killed'));
  await expect(fold()).rejects.toThrow('killed');
  kill.mockRestore();
  const folder = await mkdtemp(join(tmpdir(), 'social-feed-folding-'));
  const copy = await createTestApp({ clock: scene.app.clock });
  onTestFinished(async () => {
    await copy.close();
    await rm(folder, { recursive: true });
  });
  const manifest = await backUp(scene.app.ctx.connection, folder, scene.app.clock.now);
  await copy.ctx.connection.dropDatabase();
  expect((await restore(copy.ctx.connection, folder)).corrected).toBe(0);
  expect(await verify(copy.ctx.connection, manifest)).toEqual([]);
  await fold(copy);
  const posts = await copy.ctx.models.Post.find({ _id: { $in: ids } }).lean();
  const viewed = posts.filter(({ views }) => views === 1).map(({ _id }) => _id.toHexString());
  expect(viewed.sort()).toEqual(ids.slice(0, 8).sort());
  // a number of a deleted post is never used again
  await copy.ctx.models.Post.deleteMany({ _id: { $in: ids } });
  await copy.ctx.posts.positions.ensure(copy.clock.now());
  const [fresh] = await insertPosts(copy, 1);
  const id = new Types.ObjectId(fresh);
  const { numberOf } = await copy.ctx.posts.folded.numbersOf([id], new Set([fresh!]));
  expect(numberOf.get(fresh!)).toBeGreaterThanOrEqual(8);
});
