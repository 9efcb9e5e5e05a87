import { Types } from 'mongoose';
import { describe, expect, it, vi } from 'vitest';
import { newEventId, STALE_AFTER } from '../../platform/events/stored-event.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { HOUR } from '../../platform/time.js';
import { insertUser } from '../../testing/content.js';
import { countUndelivered, counterScene, countersOf, expectDelivered } from '../../testing/counters.js';
import { createTestApp } from '../../testing/test-app.js';

const scene = counterScene();
const { ctx, expectExact } = scene;

const models = () => scene.app.ctx.models;

/** Simulates a crash just before a write to a collection by this method. */
function dieBefore(model: 'Post' | 'Comment' | 'PostInteraction', method: 'findOneAndUpdate' | 'updateMany') {
  return vi.spyOn(models()[model].collection, method).mockRejectedValueOnce(new Error('killed'));
}
const repairLater = async () => {
  scene.app.clock.advance(STALE_AFTER + 1000);
  await ctx().outbox.catchUp();
};

describe('after a crash between two writes', () => {
  it('the counters of a post are correct within a minute', async () => {
    const { viewer } = await insertUser(scene.app);
    await ctx().interactions.reactions.react(viewer, scene.post, 'dislike');
    dieBefore('Post', 'findOneAndUpdate');
    await expect(ctx().interactions.reactions.react(viewer, scene.post, 'like')).rejects.toThrow('killed');
    expect((await countersOf(scene.app, scene.post)).stored).toMatchObject({ likes: 0, dislikes: 1 });
    await ctx().outbox.catchUp();
    expect((await countersOf(scene.app, scene.post)).stored).toMatchObject({ likes: 0, dislikes: 1 });
    await repairLater();
    expect(await expectExact()).toMatchObject({ likes: 1, dislikes: 0 });
    await expectDelivered(scene.app);
  });

  it('a counted change is not counted twice', async () => {
    const { viewer } = await insertUser(scene.app);
    const acknowledging = dieBefore('PostInteraction', 'updateMany');
    await ctx().interactions.reactions.react(viewer, scene.post, 'like');
    await expect.poll(() => acknowledging).toHaveBeenCalled();
    expect(await countUndelivered(scene.app)).toBe(1);
    await repairLater();
    expect((await expectExact()).likes).toBe(1);
    await expectDelivered(scene.app);
  });

  it('the number of comments and the likes of a comment are correct too', async () => {
    const { viewer } = await insertUser(scene.app);
    const comment = await ctx().comments.service.create(viewer, scene.post, 'First');
    dieBefore('Post', 'findOneAndUpdate');
    await expect(ctx().comments.service.create(viewer, scene.post, 'Second')).rejects.toThrow('killed');
    dieBefore('Comment', 'findOneAndUpdate');
    await expect(ctx().comments.service.toggleLike(viewer, comment._id)).rejects.toThrow('killed');
    await repairLater();
    expect((await expectExact()).commentsCount).toBe(2);
    const repaired = await models().Comment.findById(comment._id).lean();
    expect(repaired?.likes).toBe(1);
    expect(repaired?.rank).toBeGreaterThan(repaired!.createdAt.getTime() / (6 * HOUR));
  });

  it('changes that a repair had no time for are left to the next run', async () => {
    const { viewer } = await insertUser(scene.app);
    dieBefore('Post', 'findOneAndUpdate');
    await expect(ctx().interactions.reactions.react(viewer, scene.post, 'like')).rejects.toThrow('killed');
    scene.app.clock.advance(STALE_AFTER + 1000);
    await expect(ctx().outbox.catchUp(AbortSignal.abort(new Error('Late')))).rejects.toThrow('Late');
    expect(await countUndelivered(scene.app)).toBe(1);
    await repairLater();
    await expectDelivered(scene.app);
  });

  it('replies are counted, and their deletions completed [B6-3]', async () => {
    const { viewer } = await insertUser(scene.app);
    const { service } = ctx().comments;
    const root = await service.create(viewer, scene.post, 'First');
    const first = await service.create(viewer, scene.post, 'Below', root._id);
    dieBefore('Comment', 'findOneAndUpdate');
    await expect(service.create(viewer, scene.post, 'Cut off', root._id)).rejects.toThrow('killed');
    dieBefore('Comment', 'findOneAndUpdate');
    await expect(service.remove(viewer, first._id)).rejects.toThrow('killed');
    await repairLater();
    expect((await expectExact()).commentsCount).toBe(2);
    expect((await models().Comment.findById(root._id).lean())?.replies).toBe(1);
    expect(await models().Comment.countDocuments()).toBe(2);
    await expectDelivered(scene.app);
  });

  it('a reply whose comment was removed is deleted too', async () => {
    const { viewer } = await insertUser(scene.app);
    const { service } = ctx().comments;
    const root = await service.create(viewer, scene.post, 'First');
    dieBefore('Comment', 'findOneAndUpdate');
    await expect(service.create(viewer, scene.post, 'Cut off', root._id)).rejects.toThrow('killed');
    await models().Comment.collection.deleteOne({ _id: new Types.ObjectId(root._id) });
    await models().Post.collection.updateOne({}, { $inc: { commentsCount: -1 } });
    await repairLater();
    expect(await models().Comment.countDocuments()).toBe(0);
    expect((await expectExact()).commentsCount).toBe(0);
  });

  it('the deletion of a comment is completed', async () => {
    const { viewer } = await insertUser(scene.app);
    const comment = await ctx().comments.service.create(viewer, scene.post, 'Gone soon');
    await ctx().comments.service.toggleLike(viewer, comment._id);
    dieBefore('Post', 'findOneAndUpdate');
    await expect(ctx().comments.service.remove(viewer, comment._id)).rejects.toThrow('killed');
    expect((await ctx().comments.list.page(scene.post, LIST, null)).data).toEqual([]);
    await expect(ctx().comments.service.remove(viewer, comment._id)).rejects.toMatchObject({ status: 404 });
    await repairLater();
    expect((await expectExact()).commentsCount).toBe(0);
    expect(await models().CommentLike.countDocuments()).toBe(0);
  });

  it('the deletion of a post is completed', async () => {
    const { viewer } = await insertUser(scene.app);
    await ctx().interactions.reactions.react(viewer, scene.post, 'like');
    const comment = await ctx().comments.service.create(viewer, scene.post, 'Gone soon');
    await ctx().comments.service.toggleLike(viewer, comment._id);
    vi.spyOn(models().PostInteraction.collection, 'deleteMany').mockRejectedValueOnce(new Error('killed'));
    await expect(ctx().posts.removals.remove(scene.author.viewer, scene.post)).rejects.toThrow('killed');
    await expect(ctx().posts.service.get(scene.post, null)).rejects.toMatchObject({ status: 404 });
    await expect(ctx().interactions.reactions.react(viewer, scene.post, 'like')).rejects.toMatchObject({
      status: 404,
    });
    scene.app.clock.advance(STALE_AFTER + 1000);
    await ctx().posts.removals.finish();
    const { Post, PostInteraction, Comment, CommentLike } = models();
    for (const model of [Post, PostInteraction, Comment, CommentLike]) {
      expect(await model.collection.countDocuments()).toBe(0);
    }
  });

  it('changes of a deleted post are removed', async () => {
    const { viewer } = await insertUser(scene.app);
    dieBefore('Post', 'findOneAndUpdate');
    await expect(ctx().interactions.reactions.react(viewer, scene.post, 'like')).rejects.toThrow('killed');
    await models().Post.collection.deleteOne({ _id: new Types.ObjectId(scene.post) });
    await repairLater();
    expect(await models().PostInteraction.countDocuments()).toBe(0);
  });

  it('one failing change blocks no other', async () => {
    const [first, second] = [await insertUser(scene.app), await insertUser(scene.app)];
    dieBefore('Post', 'findOneAndUpdate');
    await expect(ctx().interactions.reactions.react(first.viewer, scene.post, 'like')).rejects.toThrow(
      'killed',
    );
    scene.app.clock.advance(1000);
    dieBefore('Post', 'findOneAndUpdate');
    await expect(ctx().interactions.reactions.react(second.viewer, scene.post, 'like')).rejects.toThrow(
      'killed',
    );
    dieBefore('Post', 'findOneAndUpdate');
    await repairLater();
    expect((await countersOf(scene.app, scene.post)).stored.likes).toBe(1);
    await ctx().outbox.catchUp();
    expect((await expectExact()).likes).toBe(2);
  });
});

describe('a change that hangs between its writes', () => {
  it('counts once if the repair ran first', async () => {
    const { viewer } = await insertUser(scene.app);
    const { collection } = models().Post;
    const add = collection.findOneAndUpdate.bind(collection) as (...args: unknown[]) => Promise<unknown>;
    vi.spyOn(collection, 'findOneAndUpdate').mockImplementationOnce((async (...args: unknown[]) => {
      await repairLater();
      expect((await countersOf(scene.app, scene.post)).stored.likes).toBe(1);
      return add(...args);
    }) as never);
    await ctx().interactions.reactions.react(viewer, scene.post, 'like');
    expect((await expectExact()).likes).toBe(1);
  });

  it('counts once if two processes repair at the same time', async () => {
    const { viewer } = await insertUser(scene.app);
    dieBefore('Post', 'findOneAndUpdate');
    await expect(ctx().interactions.reactions.react(viewer, scene.post, 'like')).rejects.toThrow('killed');
    const other = await createTestApp({ dbName: scene.app.ctx.config.mongo.dbName!, clock: scene.app.clock });
    try {
      scene.app.clock.advance(STALE_AFTER + 1000);
      await Promise.all([ctx().outbox.catchUp(), other.ctx.outbox.catchUp()]);
      expect((await expectExact()).likes).toBe(1);
    } finally {
      await other.close();
    }
  });
});

describe('the applied-change ids on a post', () => {
  const notes = async () =>
    Object.keys((await models().Post.findById(scene.post).lean())?.applied ?? {}).length;

  it('stay few for any number of changes', async () => {
    for (let count = 0; count < 5; count += 1) {
      const { viewer } = await insertUser(scene.app);
      await ctx().interactions.reactions.react(viewer, scene.post, 'like');
      await expectDelivered(scene.app);
    }
    expect(await notes()).toBe(1);
  });

  it('of crashed processes are removed once no repair can need them', async () => {
    for (let count = 0; count < 3; count += 1) {
      const { viewer } = await insertUser(scene.app);
      const acknowledging = dieBefore('PostInteraction', 'updateMany');
      await ctx().interactions.reactions.react(viewer, scene.post, 'like');
      await expect.poll(() => acknowledging).toHaveBeenCalled();
      acknowledging.mockRestore();
      scene.app.clock.advance(STALE_AFTER + 1000);
    }
    const other = await createTestApp({ dbName: scene.app.ctx.config.mongo.dbName!, clock: scene.app.clock });
    const react = async () => {
      const { viewer } = await insertUser(scene.app);
      await other.ctx.interactions.reactions.react(viewer, scene.post, 'like');
    };
    try {
      await react();
      expect(await notes()).toBe(4);
      scene.app.clock.advance(2 * HOUR);
      await other.ctx.outbox.catchUp();
      await react();
      await expectDelivered(scene.app);
      await react();
      await expectDelivered(scene.app);
      expect(await notes()).toBe(1);
      expect((await expectExact()).likes).toBe(6);
    } finally {
      await other.close();
    }
  });

  it.each([
    ['a reaction', (viewer: Viewer) => ctx().interactions.reactions.react(viewer, scene.post, 'like')],
    [
      'a batch of views',
      (viewer: Viewer) =>
        ctx().interactions.reactions.trackViews(viewer, [
          { postId: scene.post, viewDuration: 1, referralSource: '' },
        ]),
    ],
  ])('are removed at once if there are many, by %s', async (_name, write) => {
    const old = scene.app.clock.now();
    const many = Array.from({ length: 60 }, () => [newEventId(old).toHexString(), old]);
    await models().Post.updateOne({ _id: scene.post }, { $set: { applied: Object.fromEntries(many) } });
    scene.app.clock.advance(2 * HOUR);
    await ctx().outbox.catchUp();
    const { viewer } = await insertUser(scene.app);
    const random = vi.spyOn(Math, 'random').mockReturnValue(0);
    await write(viewer);
    random.mockRestore();
    expect(await notes()).toBe(1);
  });
});

const LIST = { page: 1, limit: 10, orderType: 'date', sortOrder: 'desc', listing: undefined } as const;
