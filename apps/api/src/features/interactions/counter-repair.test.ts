import { Types } from 'mongoose';
import { describe, expect, it, vi } from 'vitest';
import { native } from '../../platform/db/native.js';
import { insertUser } from '../../testing/content.js';
import { counterScene, countersOf } from '../../testing/counters.js';
import { STALE_AFTER } from './counter-ledger.js';

const scene = counterScene();
const { content, expectExact } = scene;

describe('after a crash between two writes', () => {
  /** The process dies when it is about to add to the counters of posts or comments. */
  function dieBeforeCounting(kind: 'post' | 'comment') {
    const { collection } = content().ledger.definitions[kind];
    return vi.spyOn(collection, 'findOneAndUpdate').mockRejectedValueOnce(new Error('killed'));
  }
  const repairLater = async () => {
    scene.app.clock.advance(STALE_AFTER + 1);
    return content().repair.run();
  };

  it('the counters of a post are right again within the minute', async () => {
    const { viewer } = await insertUser(scene.app);
    await content().reactions.toggle(viewer, scene.post, 'dislike');
    dieBeforeCounting('post');
    await expect(content().reactions.toggle(viewer, scene.post, 'like')).rejects.toThrow('killed');
    expect((await countersOf(scene.app, scene.post)).stored).toMatchObject({ likes: 0, dislikes: 1 });
    expect(await repairLater()).toBe(1);
    expect(await expectExact()).toMatchObject({ likes: 1, dislikes: 0 });
    expect(await repairLater()).toBe(0);
    expect(STALE_AFTER).toBeLessThan(60_000 - 30_000);
  });

  it('so are the number of comments and the likes of a comment', async () => {
    const { viewer } = await insertUser(scene.app);
    const comment = await content().comments.create(viewer, scene.post, 'First');
    dieBeforeCounting('post');
    await expect(content().comments.create(viewer, scene.post, 'Second')).rejects.toThrow('killed');
    dieBeforeCounting('comment');
    await expect(content().comments.toggleLike(viewer, comment._id)).rejects.toThrow('killed');
    expect(await repairLater()).toBe(2);
    expect((await expectExact()).commentsCount).toBe(2);
    const repaired = await scene.app.ctx.models.Comment.findById(comment._id).lean();
    expect(repaired?.likes).toBe(1);
    expect(repaired?.rank).toBeGreaterThan(repaired!.createdAt.getTime() / (6 * 60 * 60 * 1000));
  });

  it('a deletion is finished', async () => {
    const { viewer } = await insertUser(scene.app);
    await content().reactions.toggle(viewer, scene.post, 'like');
    const comment = await content().comments.create(viewer, scene.post, 'Gone soon');
    await content().comments.toggleLike(viewer, comment._id);
    vi.spyOn(content().ledger.definitions.post, 'clean').mockRejectedValueOnce(new Error('killed'));
    await expect(content().posts.remove(scene.author.viewer, scene.post)).rejects.toThrow('killed');
    await repairLater();
    const { PostInteraction, Comment, CommentLike } = scene.app.ctx.models;
    expect(await PostInteraction.countDocuments()).toBe(0);
    expect(await Comment.countDocuments()).toBe(0);
    expect(await CommentLike.countDocuments()).toBe(0);
  });

  it('a change under way is left to finish', async () => {
    const { viewer } = await insertUser(scene.app);
    const { collection } = content().ledger.definitions.post;
    const add = collection.findOneAndUpdate.bind(collection) as (...args: unknown[]) => Promise<unknown>;
    vi.spyOn(collection, 'findOneAndUpdate').mockImplementationOnce((async (...args: unknown[]) => {
      // Between its two writes the repair comes by, for the sake of an older change of the same post.
      await native(scene.app.ctx.models.CounterIntent).insertOne({
        _id: new Types.ObjectId(),
        targets: [{ kind: 'post', id: new Types.ObjectId(scene.post) }],
        at: new Date(scene.app.clock.now().getTime() - STALE_AFTER - 1),
      });
      expect(await content().repair.run()).toBe(0);
      return add(...args);
    }) as never);
    await content().reactions.toggle(viewer, scene.post, 'like');
    expect((await expectExact()).likes).toBe(1);
    expect(await content().repair.run()).toBe(1);
    expect((await expectExact()).likes).toBe(1);
  });

  it('a change that was held up does not count twice', async () => {
    const { viewer } = await insertUser(scene.app);
    const interactions = scene.app.ctx.models.PostInteraction.collection;
    const flip = interactions.findOneAndUpdate.bind(interactions) as (...args: unknown[]) => Promise<unknown>;
    vi.spyOn(interactions, 'findOneAndUpdate').mockImplementation((async (...args: unknown[]) => {
      const result = await flip(...args);
      scene.app.clock.advance(STALE_AFTER + 1);
      return result;
    }) as never);
    await expect(content().reactions.react(viewer, scene.post, 'like', 'add')).rejects.toMatchObject({
      status: 503,
    });
    expect(await repairLater()).toBe(2);
    expect((await expectExact()).likes).toBe(1);
  });

  it('a change that was held up until after its repair is counted by another', async () => {
    const { viewer } = await insertUser(scene.app);
    const interactions = scene.app.ctx.models.PostInteraction.collection;
    const flip = interactions.findOneAndUpdate.bind(interactions) as (...args: unknown[]) => Promise<unknown>;
    const held = vi.spyOn(interactions, 'findOneAndUpdate').mockImplementation((async (
      ...args: unknown[]
    ) => {
      expect(await repairLater()).toBe(1);
      return flip(...args);
    }) as never);
    await expect(content().reactions.react(viewer, scene.post, 'like', 'add')).rejects.toMatchObject({
      status: 503,
    });
    held.mockRestore();
    expect(await repairLater()).toBe(1);
    expect((await expectExact()).likes).toBe(1);
  });
});
