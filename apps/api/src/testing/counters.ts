import { Types } from 'mongoose';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { insertPosts, insertUser } from './content.js';
import type { Scene } from './scene.js';
import { createTestApp, type TestApp } from './test-app.js';

/** Returns stored counters and the numbers of documents they count. */
export async function countersOf(app: TestApp, post: string) {
  const { Post, PostInteraction, Comment } = app.ctx.models;
  const _id = new Types.ObjectId(post);
  const stored = await Post.findById(_id).lean();
  const flag = (name: string) => PostInteraction.countDocuments({ post: _id, [name]: true });
  return {
    stored: {
      views: stored?.views,
      likes: stored?.likes,
      dislikes: stored?.dislikes,
      shares: stored?.shares,
      saves: stored?.saves,
      commentsCount: stored?.commentsCount,
    },
    counted: {
      views: await flag('viewed'),
      likes: await flag('liked'),
      dislikes: await flag('disliked'),
      shares: await flag('shared'),
      saves: await flag('saved'),
      commentsCount: await Comment.countDocuments({ post: _id, removedAt: null }),
    },
  };
}

/**
 * Expects a post's counters to match its documents, and none to be below 0.
 * @returns the counters
 */
export async function expectExactCounters(app: TestApp, post: string) {
  const { stored, counted } = await countersOf(app, post);
  expect(stored).toEqual(counted);
  expect(Math.min(...Object.values(counted))).toBeGreaterThanOrEqual(0);
  return counted;
}

/** Expects the follow counters on users' boards to match their records. */
export async function expectExactFollows(app: TestApp, ...users: (string | Types.ObjectId)[]): Promise<void> {
  const { Board, Relationship } = app.ctx.models;
  for (const id of users) {
    const user = new Types.ObjectId(id);
    const board = await Board.findOne({ user }).lean();
    expect([board?.followers ?? 0, board?.following ?? 0]).toEqual([
      await Relationship.countDocuments({ person: user, following: true }),
      await Relationship.countDocuments({ user, following: true }),
    ]);
  }
}

/** Expects the numbers of saved posts, of users and of collections, to match the bookmarks. */
export async function expectExactSaved(app: TestApp): Promise<void> {
  const { Board, Collection, PostInteraction } = app.ctx.models;
  const boards = await Board.find().lean();
  const collections = await Collection.find().lean();
  const count = (filter: object) => PostInteraction.collection.countDocuments(filter);
  expect([boards.map(({ saved = 0 }) => saved), collections.map(({ size }) => size)]).toEqual([
    await Promise.all(boards.map(({ user }) => count({ user, saved: true }))),
    await Promise.all(collections.map(({ _id }) => count({ collections: _id }))),
  ]);
}

/** Counts documents with pending counter changes, and those in deletion. */
export async function countUndelivered(app: TestApp): Promise<number> {
  const { Post, PostInteraction, Comment, CommentLike, Relationship } = app.ctx.models;
  const owing = { 'pending.0': { $exists: true } };
  const counts = await Promise.all([
    PostInteraction.collection.countDocuments(owing),
    Comment.collection.countDocuments(owing),
    CommentLike.collection.countDocuments(owing),
    Relationship.collection.countDocuments(owing),
    Post.collection.countDocuments({ deletedAt: { $type: 'date' } }),
    Comment.collection.countDocuments({ deletedAt: { $type: 'date' } }),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Expects that soon no change is pending and no document is in deletion. */
export const expectDelivered = (app: TestApp): Promise<void> =>
  // also before the first test of a file, where `expect.poll` cannot be called
  vi.waitFor(async () => expect(await countUndelivered(app)).toBe(0), { timeout: 15_000 });

export interface CounterScene extends Scene {
  author: Awaited<ReturnType<typeof insertUser>>;
  /** the author's */
  post: string;
  ctx: () => TestApp['ctx'];
  /** Expects the counters of this post, or another one, to match its documents. */
  expectExact: (id?: string) => ReturnType<typeof expectExactCounters>;
}

/** One API, and a new post for each test. */
export function counterScene(): CounterScene {
  const scene = {
    ctx: () => scene.app.ctx,
    expectExact: (id = scene.post) => expectExactCounters(scene.app, id),
  } as CounterScene;
  beforeEach(async () => {
    scene.app = await createTestApp();
    scene.author = await insertUser(scene.app);
    [scene.post] = (await insertPosts(scene.app, 1, scene.author._id)) as [string];
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await scene.app.close();
  });
  return scene;
}
