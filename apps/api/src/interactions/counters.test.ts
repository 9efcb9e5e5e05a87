import { Types } from 'mongoose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { native } from '../db/native.js';
import { insertPosts, insertUser } from '../testing/content.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { STALE_AFTER } from './counter-ledger.js';

let app: TestApp;
let author: Awaited<ReturnType<typeof insertUser>>;
let post: string;

beforeEach(async () => {
  app = await createTestApp();
  author = await insertUser(app);
  [post] = (await insertPosts(app, 1, author._id)) as [string];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await app.close();
});

const content = () => app.ctx.content;

/** Stored counters beside the numbers of the documents that they count. */
async function counters(id = post) {
  const { Post, PostInteraction, Comment } = app.ctx.models;
  const _id = new Types.ObjectId(id);
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
      commentsCount: await Comment.countDocuments({ post: _id }),
    },
  };
}

async function expectExact(id = post) {
  const { stored, counted } = await counters(id);
  expect(stored).toEqual(counted);
  expect(Math.min(...Object.values(counted))).toBeGreaterThanOrEqual(0);
  return counted;
}

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describe('parallel calls of one user', () => {
  it.each([
    [30, false],
    [31, true],
  ])('%i toggles leave one record, liked: %s, and exact counters', async (count, liked) => {
    const { _id, viewer } = await insertUser(app);
    await times(count, () => content().reactions.toggle(viewer, post, 'like'));
    expect(await app.ctx.models.PostInteraction.countDocuments({ user: _id })).toBe(1);
    expect((await content().reactions.status(viewer, post)).liked).toBe(liked);
    expect((await expectExact()).likes).toBe(liked ? 1 : 0);
  });

  it('likes and dislikes mixed never leave both', async () => {
    const { viewer } = await insertUser(app);
    await times(40, (i) => content().reactions.toggle(viewer, post, i % 2 === 0 ? 'like' : 'dislike'));
    const status = await content().reactions.status(viewer, post);
    expect(status.liked && status.disliked).toBe(false);
    await expectExact();
  });

  it('first actions of several kinds all count', async () => {
    const { viewer } = await insertUser(app);
    await Promise.all([
      content().reactions.react(viewer, post, 'like', 'add'),
      content().reactions.react(viewer, post, 'save', 'add'),
      content().reactions.react(viewer, post, 'share', 'add'),
      content().views.track(viewer, post, { viewDuration: 1, referralSource: 'direct' }),
    ]);
    expect(await expectExact()).toMatchObject({ likes: 1, saves: 1, shares: 1, views: 1 });
  });

  it('twenty views of one reader in two processes are one', async () => {
    const { viewer } = await insertUser(app);
    const other = await createTestApp({ dbName: app.ctx.config.mongo.dbName!, clock: app.clock });
    try {
      const results = await times(20, (i) =>
        (i % 2 === 0 ? app : other).ctx.content.views.track(viewer, post, {
          viewDuration: 1,
          referralSource: 'direct',
        }),
      );
      expect(results.filter(({ viewAdded }) => viewAdded)).toHaveLength(1);
      expect((await expectExact()).views).toBe(1);
    } finally {
      await other.close();
    }
  });
});

describe('many users at once', () => {
  it('mixing likes, dislikes, saves, views, comments and deletions leave exact counters', async () => {
    const users = await times(40, () => insertUser(app));
    await times(users.length * 4, async (i) => {
      const { viewer } = users[i % users.length]!;
      const step = (i * 31) % 7;
      if (step === 0) await content().reactions.toggle(viewer, post, 'like');
      else if (step === 1) await content().reactions.toggle(viewer, post, 'dislike');
      else if (step === 2) await content().reactions.react(viewer, post, 'like', 'remove');
      else if (step === 3) await content().reactions.toggle(viewer, post, 'save');
      else if (step === 4)
        await content().views.track(viewer, post, { viewDuration: 1, referralSource: 'x' });
      else {
        const comment = await content().comments.create(viewer, post, 'Hear, hear');
        const liker = users[(i + 1) % users.length]!.viewer;
        await Promise.all([
          content().comments.toggleLike(liker, comment._id),
          content().comments.toggleLike(viewer, comment._id),
        ]);
        if (step === 5) {
          await Promise.allSettled([
            content().comments.remove(viewer, comment._id),
            content().comments.remove(viewer, comment._id),
            content().comments.toggleLike(liker, comment._id),
          ]);
        }
      }
    });
    await expectExact();
    const { Comment, CommentLike, CounterIntent } = app.ctx.models;
    for (const comment of await Comment.find().lean()) {
      expect(comment.likes).toBe(await CommentLike.countDocuments({ comment: comment._id }));
    }
    const alive = (await Comment.find().lean()).map(({ _id }) => _id);
    expect(await CommentLike.countDocuments({ comment: { $nin: alive } })).toBe(0);
    expect(await CounterIntent.countDocuments()).toBe(0);
  });

  it('leave nothing of a post that is deleted meanwhile', async () => {
    const users = await times(20, () => insertUser(app));
    const calls = users.map(({ viewer }, i) =>
      i === 7
        ? content().posts.remove(author.viewer, post)
        : i % 2 === 0
          ? content().reactions.toggle(viewer, post, 'like')
          : content().comments.create(viewer, post, 'Too late?'),
    );
    const outcomes = await Promise.allSettled(calls);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ message: 'Post not found' });
    }
    const { PostInteraction, Comment, CounterIntent } = app.ctx.models;
    expect(await PostInteraction.countDocuments()).toBe(0);
    expect(await Comment.countDocuments()).toBe(0);
    expect(await CounterIntent.countDocuments()).toBe(0);
  });
});

describe('after a crash between two writes', () => {
  /** The process dies when it is about to add to the counters of posts or comments. */
  function dieBeforeCounting(kind: 'post' | 'comment') {
    const { collection } = content().ledger.definitions[kind];
    return vi.spyOn(collection, 'findOneAndUpdate').mockRejectedValueOnce(new Error('killed'));
  }
  const repairLater = async () => {
    app.clock.advance(STALE_AFTER + 1);
    return content().repair.run();
  };

  it('the counters of a post are right again within the minute', async () => {
    const { viewer } = await insertUser(app);
    await content().reactions.toggle(viewer, post, 'dislike');
    dieBeforeCounting('post');
    await expect(content().reactions.toggle(viewer, post, 'like')).rejects.toThrow('killed');
    expect((await counters()).stored).toMatchObject({ likes: 0, dislikes: 1 });
    expect(await repairLater()).toBe(1);
    expect(await expectExact()).toMatchObject({ likes: 1, dislikes: 0 });
    expect(await repairLater()).toBe(0);
    expect(STALE_AFTER).toBeLessThan(60_000 - 30_000);
  });

  it('so are the number of comments and the likes of a comment', async () => {
    const { viewer } = await insertUser(app);
    const comment = await content().comments.create(viewer, post, 'First');
    dieBeforeCounting('post');
    await expect(content().comments.create(viewer, post, 'Second')).rejects.toThrow('killed');
    dieBeforeCounting('comment');
    await expect(content().comments.toggleLike(viewer, comment._id)).rejects.toThrow('killed');
    expect(await repairLater()).toBe(2);
    expect((await expectExact()).commentsCount).toBe(2);
    const repaired = await app.ctx.models.Comment.findById(comment._id).lean();
    expect(repaired?.likes).toBe(1);
    expect(repaired?.rank).toBeGreaterThan(repaired!.createdAt.getTime() / (6 * 60 * 60 * 1000));
  });

  it('a deletion is finished', async () => {
    const { viewer } = await insertUser(app);
    await content().reactions.toggle(viewer, post, 'like');
    const comment = await content().comments.create(viewer, post, 'Gone soon');
    await content().comments.toggleLike(viewer, comment._id);
    vi.spyOn(content().ledger.definitions.post, 'clean').mockRejectedValueOnce(new Error('killed'));
    await expect(content().posts.remove(author.viewer, post)).rejects.toThrow('killed');
    await repairLater();
    const { PostInteraction, Comment, CommentLike } = app.ctx.models;
    expect(await PostInteraction.countDocuments()).toBe(0);
    expect(await Comment.countDocuments()).toBe(0);
    expect(await CommentLike.countDocuments()).toBe(0);
  });

  it('a change under way is left to finish', async () => {
    const { viewer } = await insertUser(app);
    const { collection } = content().ledger.definitions.post;
    const add = collection.findOneAndUpdate.bind(collection) as (...args: unknown[]) => Promise<unknown>;
    vi.spyOn(collection, 'findOneAndUpdate').mockImplementationOnce((async (...args: unknown[]) => {
      // Between its two writes the repair comes by, for the sake of an older change of the same post.
      await native(app.ctx.models.CounterIntent).insertOne({
        _id: new Types.ObjectId(),
        targets: [{ kind: 'post', id: new Types.ObjectId(post) }],
        at: new Date(app.clock.now().getTime() - STALE_AFTER - 1),
      });
      expect(await content().repair.run()).toBe(0);
      return add(...args);
    }) as never);
    await content().reactions.toggle(viewer, post, 'like');
    expect((await expectExact()).likes).toBe(1);
    expect(await content().repair.run()).toBe(1);
    expect((await expectExact()).likes).toBe(1);
  });

  it('a change that was held up does not count twice', async () => {
    const { viewer } = await insertUser(app);
    const interactions = app.ctx.models.PostInteraction.collection;
    const flip = interactions.findOneAndUpdate.bind(interactions) as (...args: unknown[]) => Promise<unknown>;
    vi.spyOn(interactions, 'findOneAndUpdate').mockImplementation((async (...args: unknown[]) => {
      const result = await flip(...args);
      app.clock.advance(STALE_AFTER + 1);
      return result;
    }) as never);
    await expect(content().reactions.react(viewer, post, 'like', 'add')).rejects.toMatchObject({
      status: 503,
    });
    expect(await content().repair.run()).toBe(1);
    expect((await expectExact()).likes).toBe(1);
  });
});
