import { Types } from 'mongoose';
import { expect, it, vi } from 'vitest';
import { insertPosts, insertUser } from '../../testing/content.js';
import { counterScene, countUndelivered } from '../../testing/counters.js';
import { WAIT } from '../../testing/test-server.js';

const scene = counterScene();
const { ctx, expectExact } = scene;

it('a like interrupted by a crash is counted while the post receives one like after another', async () => {
  const { viewer } = await insertUser(scene.app);
  vi.spyOn(scene.app.ctx.models.Post.collection, 'findOneAndUpdate').mockRejectedValueOnce(
    new Error('killed'),
  );
  await expect(ctx().interactions.reactions.react(viewer, scene.post, 'like')).rejects.toThrow('killed');
  scene.app.clock.advance(31_000);
  let liked = 1;
  let busy = true;
  const liking = Array.from({ length: 4 }, async () => {
    while (busy) {
      const { viewer: other } = await insertUser(scene.app);
      await ctx().interactions.reactions.react(other, scene.post, 'like');
      liked += 1;
    }
  });
  await ctx().outbox.catchUp();
  busy = false;
  await Promise.all(liking);
  expect(await expectExact()).toMatchObject({ likes: liked });
});

it('likes of one post that arrive together share its writes, and each is counted once', async () => {
  const people = await Promise.all(Array.from({ length: 40 }, () => insertUser(scene.app)));
  const writes = vi.spyOn(scene.app.ctx.models.Post.collection, 'findOneAndUpdate');
  const answers = await Promise.all(
    people.map(({ viewer }) => ctx().interactions.reactions.react(viewer, scene.post, 'like')),
  );
  expect(writes.mock.calls.length).toBeLessThan(20);
  expect(Math.max(...answers.map(({ reactions }) => reactions.likes))).toBe(40);
  expect(await expectExact()).toMatchObject({ likes: 40 });
});

it('counts the others if one event of a shared write was counted before', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => insertUser(scene.app)));
  const { collection } = scene.app.ctx.models.Post;
  const add = collection.findOneAndUpdate.bind(collection) as (...args: unknown[]) => Promise<unknown>;
  const writes = vi
    .spyOn(collection, 'findOneAndUpdate')
    // All others wait for the first write.
    .mockImplementationOnce((async (...args: unknown[]) => {
      await expect.poll(() => countUndelivered(scene.app), WAIT).toBe(5);
      return add(...args);
    }) as never)
    // Their shared write takes effect, but its answer is lost; each is then applied alone.
    .mockImplementationOnce(async (...args: unknown[]) => {
      await add(...args);
      return null;
    });
  const like = ({ viewer }: (typeof people)[number]) =>
    ctx().interactions.reactions.react(viewer, scene.post, 'like');
  await Promise.all(people.map(like));
  expect(writes).toHaveBeenCalledTimes(2 + 4);
  expect(await expectExact()).toMatchObject({ likes: 5 });
});

it('views of one post that arrive together share its writes, and each is counted once', async () => {
  const people = await Promise.all(Array.from({ length: 40 }, () => insertUser(scene.app)));
  const writes = vi.spyOn(scene.app.ctx.models.Post.collection, 'bulkWrite');
  const view = { postId: scene.post, viewDuration: 1, referralSource: 'feed' };
  const answers = await Promise.all(
    people.map(({ viewer }) => ctx().interactions.reactions.trackViews(viewer, [view])),
  );
  expect(answers.flat().filter(({ viewAdded }) => viewAdded)).toHaveLength(40);
  expect(writes.mock.calls.length).toBeLessThan(20);
  expect(await expectExact()).toMatchObject({ views: 40 });
});

it('counts views that share a write with a view of a post that is gone', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => insertUser(scene.app)));
  const [first, ...others] = people;
  const { collection } = scene.app.ctx.models.Post;
  const [gone] = await insertPosts(scene.app, 1, new Types.ObjectId(first!.viewer.id));
  const add = collection.bulkWrite.bind(collection) as (...args: unknown[]) => Promise<unknown>;
  const writes = vi.spyOn(collection, 'bulkWrite').mockImplementationOnce((async (...args: unknown[]) => {
    await expect.poll(() => countUndelivered(scene.app), WAIT).toBe(6);
    await collection.deleteOne({ _id: new Types.ObjectId(gone) });
    return add(...args);
  }) as never);
  const view = ({ viewer }: (typeof people)[number], index: number) =>
    ctx().interactions.reactions.trackViews(viewer, [
      { postId: index === 0 ? gone! : scene.post, viewDuration: 1, referralSource: 'feed' },
    ]);
  const counted = view(first!, 1);
  await expect.poll(() => writes, WAIT).toHaveBeenCalled();
  const answers = await Promise.all([counted, ...others.map(view)]);
  expect(answers.flat().map(({ viewAdded }) => viewAdded)).toEqual([true, false, true, true, true, true]);
  expect(await expectExact()).toMatchObject({ views: 5 });
});
