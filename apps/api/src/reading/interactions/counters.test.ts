import { describe, expect, it } from 'vitest';
import { insertUser } from '../../testing/content.js';
import { createTestApp } from '../../testing/test-app.js';
import { counterScene, expectDelivered } from '../../testing/counters.js';

const scene = counterScene();
const { ctx, expectExact } = scene;

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describe('parallel calls of one user', () => {
  it.each([
    [30, false],
    [31, true],
  ])('leave one record after %i toggles, liked: %s, and exact counters', async (count, liked) => {
    const { _id, viewer } = await insertUser(scene.app);
    await times(count, () => ctx().interactions.reactions.react(viewer, scene.post, 'like'));
    expect(await scene.app.ctx.models.PostInteraction.countDocuments({ user: _id })).toBe(1);
    expect((await ctx().interactions.reactions.status(viewer, scene.post)).liked).toBe(liked);
    expect((await expectExact()).likes).toBe(liked ? 1 : 0);
  });

  it('never leave both a like and a dislike', async () => {
    const { viewer } = await insertUser(scene.app);
    await times(40, (i) =>
      ctx().interactions.reactions.react(viewer, scene.post, i % 2 === 0 ? 'like' : 'dislike'),
    );
    const status = await ctx().interactions.reactions.status(viewer, scene.post);
    expect(status.liked && status.disliked).toBe(false);
    await expectExact();
  });

  it('count every first action of several kinds', async () => {
    const { viewer } = await insertUser(scene.app);
    await Promise.all([
      ctx().interactions.reactions.react(viewer, scene.post, 'like', 'add'),
      ctx().interactions.reactions.react(viewer, scene.post, 'save', 'add'),
      ctx().interactions.reactions.react(viewer, scene.post, 'share', 'add'),
      ctx().interactions.reactions.trackView(viewer, scene.post, {
        viewDuration: 1,
        referralSource: 'direct',
      }),
    ]);
    expect(await expectExact()).toMatchObject({ likes: 1, saves: 1, shares: 1, views: 1 });
  });

  it('count twenty views of one reader in two processes once', async () => {
    const { viewer } = await insertUser(scene.app);
    const other = await createTestApp({ dbName: scene.app.ctx.config.mongo.dbName!, clock: scene.app.clock });
    try {
      const results = await times(20, (i) =>
        (i % 2 === 0 ? scene.app : other).ctx.interactions.reactions.trackView(viewer, scene.post, {
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
  it('leave exact counters when likes, dislikes, saves, views, comments and deletions are mixed', async () => {
    const users = await times(40, () => insertUser(scene.app));
    await times(users.length * 4, async (i) => {
      const { viewer } = users[i % users.length]!;
      const step = (i * 31) % 7;
      if (step === 0) await ctx().interactions.reactions.react(viewer, scene.post, 'like');
      else if (step === 1) await ctx().interactions.reactions.react(viewer, scene.post, 'dislike');
      else if (step === 2) await ctx().interactions.reactions.react(viewer, scene.post, 'like', 'remove');
      else if (step === 3) await ctx().interactions.reactions.react(viewer, scene.post, 'save');
      else if (step === 4)
        await ctx().interactions.reactions.trackView(viewer, scene.post, {
          viewDuration: 1,
          referralSource: 'x',
        });
      else {
        const comment = await ctx().comments.service.create(viewer, scene.post, 'Hear, hear');
        const liker = users[(i + 1) % users.length]!.viewer;
        await Promise.all([
          ctx().comments.service.toggleLike(liker, comment._id),
          ctx().comments.service.toggleLike(viewer, comment._id),
        ]);
        if (step === 5) {
          await Promise.allSettled([
            ctx().comments.service.remove(viewer, comment._id),
            ctx().comments.service.remove(viewer, comment._id),
            ctx().comments.service.toggleLike(liker, comment._id),
          ]);
        }
      }
    });
    await expectExact();
    const { Comment, CommentLike } = scene.app.ctx.models;
    for (const comment of await Comment.find().lean()) {
      expect(comment.likes).toBe(await CommentLike.countDocuments({ comment: comment._id, liked: true }));
    }
    const alive = (await Comment.find().lean()).map(({ _id }) => _id);
    expect(await CommentLike.countDocuments({ comment: { $nin: alive } })).toBe(0);
    await expectDelivered(scene.app);
  });

  it('leave nothing of a post that is deleted at the same time', async () => {
    const users = await times(20, () => insertUser(scene.app));
    const calls = users.map(({ viewer }, i) =>
      i === 7
        ? ctx().posts.removals.remove(scene.author.viewer, scene.post)
        : i % 2 === 0
          ? ctx().interactions.reactions.react(viewer, scene.post, 'like')
          : ctx().comments.service.create(viewer, scene.post, 'Too late?'),
    );
    const outcomes = await Promise.allSettled(calls);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ message: 'Post not found' });
    }
    const { PostInteraction, Comment } = scene.app.ctx.models;
    expect(await PostInteraction.countDocuments()).toBe(0);
    expect(await Comment.countDocuments()).toBe(0);
    await expectDelivered(scene.app);
  });
});
