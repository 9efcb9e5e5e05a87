import { Types } from 'mongoose';
import { describe, expect, it, vi } from 'vitest';
import { newEventId, STALE_AFTER } from '../../platform/events/stored-event.js';
import { insertPosts, insertUser } from '../../testing/content.js';
import { counterScene } from '../../testing/counters.js';
import { createTestApp } from '../../testing/test-app.js';
import { DAYS_KEPT } from '../../community/boards/board-store.js';
import { DAY } from '../../platform/time.js';

const scene = counterScene();
const { ctx } = scene;

const board = () => scene.app.ctx.models.Board.findOne({ user: scene.author._id }).lean();
const shown = async () =>
  (await scene.app.agent().get(`/posts/analytics/user/${scene.author._id.toHexString()}`)).body.data;
const like = async (post = scene.post) => {
  const { viewer } = await insertUser(scene.app);
  await ctx().interactions.reactions.react(viewer, post, 'like');
  return viewer;
};
const secondProcess = () =>
  createTestApp({ dbName: scene.app.ctx.config.mongo.dbName!, clock: scene.app.clock });

describe('the totals of a user', () => {
  it('equal the sums of the posts before and after the posts’ pending changes are applied', async () => {
    const [other] = (await insertPosts(scene.app, 1, scene.author._id)) as [string];
    const viewer = await like();
    await like(other);
    await ctx().comments.service.create(viewer, scene.post, 'Hear, hear');
    await ctx().interactions.reactions.trackView(viewer, other, { viewDuration: 1, referralSource: 'x' });
    const expected = { totalPosts: 2, totalLikes: 2, totalComments: 1, totalViews: 1, totalShares: 0 };
    expect(await shown()).toMatchObject(expected);
    await ctx().boards.totals.run();
    expect((await board())?.totals).toEqual({ posts: 2, shown: 2, likes: 2, comments: 1, views: 1 });
    expect(await shown()).toMatchObject(expected);
    expect(await scene.app.ctx.models.Post.countDocuments({ totalsDue: true })).toBe(0);
    await ctx().interactions.reactions.react(viewer, scene.post, 'like');
    expect((await shown()).totalLikes).toBe(1);
    await ctx().boards.totals.run();
    expect((await board())?.totals).toMatchObject({ likes: 1 });
  });

  it('exclude the counts of a deleted post', async () => {
    await like();
    await ctx().boards.totals.run();
    await ctx().posts.removals.remove(scene.author.viewer, scene.post);
    expect((await board())?.totals).toMatchObject({ posts: 0, likes: 0 });
    expect(await shown()).toMatchObject({ totalPosts: 0, totalLikes: 0 });
    expect(await scene.app.ctx.models.Post.countDocuments()).toBe(0);
  });

  it('are counted and subtracted while another event of the post waits', async () => {
    const { Post } = scene.app.ctx.models;
    const _id = new Types.ObjectId(scene.post);
    const mention = { op: newEventId(scene.app.clock.now()), delta: { mentions: 0 } };
    await Post.collection.updateOne({ _id }, { $push: { pending: mention } } as object);
    await like();
    await ctx().boards.totals.run();
    expect((await board())?.totals).toMatchObject({ posts: 1, likes: 1 });
    expect((await Post.findById(_id).lean())?.pending).toEqual([mention]);
    await Post.updateOne({ _id }, { deletedAt: scene.app.clock.now(), totalsDue: true });
    await ctx().boards.subtractPost(_id);
    expect((await board())?.totals).toMatchObject({ posts: 0, likes: 0 });
  });

  it('stay exact while several processes write and add at once', async () => {
    const posts = [scene.post, ...(await insertPosts(scene.app, 3, scene.author._id))];
    const other = await secondProcess();
    try {
      await Promise.all(
        Array.from({ length: 40 }, async (_, index) => {
          await like(posts[index % posts.length]);
          if (index % 5 === 0) await Promise.all([ctx().boards.totals.run(), other.ctx.boards.totals.run()]);
        }),
      );
      await ctx().boards.totals.run();
      expect((await board())?.totals).toMatchObject({ posts: 4, likes: 40 });
    } finally {
      await other.close();
    }
  });

  it('include a board that another process creates during the run', async () => {
    const { Board } = scene.app.ctx.models;
    vi.spyOn(Board.collection, 'findOneAndUpdate').mockImplementationOnce(async () => {
      await ctx().boardStore.ensure(scene.author._id);
      return null;
    });
    await ctx().boards.totals.run();
    expect((await board())?.totals).toEqual({ posts: 1, shown: 1 });
  });

  it.each(['before', 'after'])('are correct after a crash %s they were added', async (moment) => {
    await like();
    const { Board, Post } = scene.app.ctx.models;
    if (moment === 'before') {
      vi.spyOn(Board.collection, 'bulkWrite').mockRejectedValueOnce(new Error('killed'));
      await expect(ctx().boards.totals.run()).rejects.toThrow('killed');
    } else {
      vi.spyOn(Post.collection, 'updateMany').mockRejectedValueOnce(new Error('killed'));
      await ctx().boards.totals.run();
    }
    await like();
    scene.app.clock.advance(STALE_AFTER + 1000);
    await ctx().outbox.catchUp();
    await ctx().boards.totals.run();
    expect((await board())?.totals).toMatchObject({ posts: 1, shown: 1, likes: 2 });
    expect(await Post.collection.countDocuments({ 'pending.0': { $exists: true } })).toBe(0);
  });
});

describe('the days of a user', () => {
  it('include interactions from before the board was created, then later changes', async () => {
    const now = scene.app.clock.now();
    const at = (days: number) => new Date(now.getTime() - days * DAY);
    const post = new Types.ObjectId(scene.post);
    const view = (viewedAt: Date) => ({ post, user: new Types.ObjectId(), viewed: true, viewedAt });
    await scene.app.ctx.models.PostInteraction.collection.insertMany(
      [2, 2, 2, 40, 90].map((days) => view(at(days))),
    );
    await scene.app.ctx.models.Post.updateOne({ _id: post }, { $set: { views: 5 } });
    await ctx().boards.totals.run();
    const { viewer } = await insertUser(scene.app);
    await ctx().interactions.reactions.trackView(viewer, scene.post, {
      viewDuration: 1,
      referralSource: 'x',
    });
    for (const moment of ['due', 'added']) {
      const figures = await shown();
      expect(figures, moment).toMatchObject({ totalViews: 6, monthlyGrowth: 300 });
      expect(figures.chartData.map(({ views }: { views: number }) => views)).toEqual([0, 0, 0, 0, 3, 0, 1]);
      await ctx().boards.totals.run();
    }
  });

  it('keep the views of a post that is deleted later', async () => {
    const { viewer } = await insertUser(scene.app);
    const [other] = (await insertPosts(scene.app, 1, scene.author._id)) as [string];
    const view = (post: string) =>
      ctx().interactions.reactions.trackView(viewer, post, { viewDuration: 1, referralSource: 'x' });
    await view(scene.post);
    await like();
    await ctx().boards.totals.run();
    scene.app.clock.advance(DAY);
    await view(other);
    await ctx().boards.totals.run();
    await ctx().posts.removals.remove(scene.author.viewer, scene.post);
    const figures = await shown();
    expect(figures).toMatchObject({ totalPosts: 1, totalViews: 1, totalLikes: 0 });
    expect(figures.chartData.slice(-2)).toMatchObject([
      { views: 1, likes: 1 },
      { views: 1, likes: 0 },
    ]);
  });

  it('are removed when no chart shows them any more', async () => {
    await ctx().boards.totals.run();
    await like();
    await ctx().boards.totals.run();
    expect(Object.keys((await board())?.days ?? {})).toHaveLength(1);
    scene.app.clock.advance((DAYS_KEPT + 1) * DAY);
    await like();
    await ctx().boards.totals.run();
    expect(Object.keys((await board())?.days ?? {})).toHaveLength(1);
  });
});
