import type { ExpiredPosts, Post } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../platform/time.js';
import { before } from '../../testing/before.js';
import { insertPosts } from '../../testing/content.js';
import { peopleScene, person, writePost, type Person } from '../../testing/people.js';

const scene = peopleScene();
let author: Person;
beforeEach(async () => {
  author = await person(scene.app);
});

const change = (deleteAfter: unknown, { agent } = author) =>
  agent.patch('/posts/settings').send({ deleteAfter });
const count = async (days: number, { agent } = author) =>
  (await agent.get(`/posts/settings/expired?deleteAfter=${days}`).expect(200)).body.data as ExpiredPosts;
const age = async ({ _id }: Pick<Post, '_id'>, milliseconds: number) => {
  const createdAt = new Date(scene.app.clock.now().getTime() - milliseconds);
  await scene.app.ctx.models.Post.collection.updateOne(
    { _id: new Types.ObjectId(_id) },
    { $set: { createdAt } },
  );
};
/** Writes a post that is older than a week. */
const old = async (title = 'Old', by = author) => {
  const post = await writePost(by, { title });
  await age(post, 8 * DAY);
  return post;
};
const run = async () => {
  await scene.app.ctx.jobs.add('expired-posts');
  await scene.app.ctx.jobs.runDue('expired-posts');
};
const status = async ({ _id }: Pick<Post, '_id'>) => (await scene.app.agent().get(`/posts/${_id}`)).status;
const records = () => scene.app.ctx.connection.collection('postsettings');
const settings = () => records().findOne({ _id: new Types.ObjectId(author.id) });
/** Makes the account due again. */
const dueAgain = () =>
  records().updateOne({ _id: new Types.ObjectId(author.id) }, { $set: { sweepAt: scene.app.clock.now() } });

describe('the setting that deletes own posts', () => {
  it('is off at first, parsed, of the signed-in user, and in the data export [B24-40 B24-44]', async () => {
    const read = async () => (await author.agent.get('/posts/settings').expect(200)).body.data as object;
    expect(await read()).toMatchObject({ deleteAfter: null });
    for (const wrong of [6, 731, 7.5, '7', 'week'])
      expect((await change(wrong)).status, String(wrong)).toBe(400);
    expect((await change(30).expect(200)).body.data).toMatchObject({
      commenting: 'everybody',
      deleteAfter: 30,
    });
    await author.agent.patch('/posts/settings').send({ commenting: 'nobody' }).expect(200);
    expect(await read()).toEqual({ commenting: 'nobody', commentsCloseAfter: null, deleteAfter: 30 });
    const exported = JSON.parse((await author.agent.get('/auth/export')).text);
    expect(exported.postSettings).toEqual([{ commenting: 'nobody', deleteAfter: 30 }]);
    expect((await scene.app.agent().patch('/posts/settings').send({ deleteAfter: 7 })).status).toBe(401);
  });

  it('shows before how many would go now, exactly [B24-41]', async () => {
    const [kept, pinned, saved] = [await old(), await old('Pinned'), await old('Saved')];
    await author.agent.post(`/posts/${pinned._id}/pin`).expect(200);
    await author.agent.post(`/posts/${saved._id}/bookmark`).expect(200);
    await scene.ben.agent.post(`/posts/${kept._id}/bookmark`).expect(200);
    await writePost(author);
    await old('Of somebody else', scene.ben);
    expect(await count(7)).toEqual({ count: 1, more: false });
    expect(await count(30)).toEqual({ count: 0, more: false });
    expect(await status(kept)).toBe(200);
    expect((await author.agent.get('/posts/settings/expired?deleteAfter=soon')).status).toBe(400);
    expect((await scene.app.agent().get('/posts/settings/expired?deleteAfter=7')).status).toBe(401);
  });

  it('counts the 10,000 oldest posts and says that there are more', async () => {
    const user = new Types.ObjectId(author.id);
    const createdAt = new Date(scene.app.clock.now().getTime() - 8 * DAY);
    const { Post } = scene.app.ctx.models;
    // Nothing but what is counted, since 10,000 whole posts take long.
    const one = () => ({ _id: new Types.ObjectId(), user, pinnedAt: null, createdAt });
    await Post.collection.insertMany(Array.from({ length: 10_001 }, one));
    expect(await count(7)).toEqual({ count: 10_000, more: true });
    await Post.deleteMany({ user });
  });
});

describe('old posts', () => {
  it('go like posts that their author deletes; newer, saved and pinned ones stay [B24-42]', async () => {
    const [gone, pinned, saved, recent] = [
      await old(),
      await old('Pinned'),
      await old('Saved'),
      await writePost(author),
    ];
    await age(recent, 7 * DAY - MINUTE);
    await author.agent.post(`/posts/${pinned._id}/pin`).expect(200);
    await author.agent.post(`/posts/${saved._id}/bookmark`).expect(200);
    await scene.ben.agent.post(`/posts/${gone._id}/bookmark`).expect(200);
    const comment = await scene.ben.agent.post('/comments').send({ postId: gone._id, body: 'A comment' });
    await run();
    expect(await status(gone)).toBe(200);
    await change(7).expect(200);
    await run();
    expect([await status(gone), await status(pinned), await status(saved), await status(recent)]).toEqual([
      404, 200, 200, 200,
    ]);
    const { Post, PostInteraction, Comment } = scene.app.ctx.models;
    const post = new Types.ObjectId(gone._id);
    expect(await Post.exists({ _id: post })).toBeNull();
    expect(await PostInteraction.exists({ post })).toBeNull();
    expect(comment.status, comment.text).toBe(201);
    expect(await Comment.exists({ post })).toBeNull();
    const bookmarks = (await scene.ben.agent.get('/posts/bookmarks')).body.data as Post[];
    expect(bookmarks.map(({ _id }) => _id)).not.toContain(gone._id);
  });

  it('stay if their author saves them, or somebody reports them, while others go [B24-42]', async () => {
    const [gone, saved, reported] = [await old('First'), await old('Saved late'), await old('Reported late')];
    await change(7).expect(200);
    before(scene.app.ctx.posts.removals, 'removeExpired', async () => {
      await author.agent.post(`/posts/${saved._id}/bookmark`).expect(200);
      const report = { kind: 'post', target: reported._id, reason: 'spam' };
      await scene.ben.agent.post('/reports').send(report).expect(201);
    });
    await run();
    expect([await status(gone), await status(saved), await status(reported)]).toEqual([404, 200, 200]);
  });

  it('are looked for once a day, and at once after a change of the setting', async () => {
    await change(7).expect(200);
    await run();
    const { sweepAt } = (await settings())!;
    expect(sweepAt.getTime()).toBe(scene.app.clock.now().getTime() + DAY);
    const post = await old();
    await run();
    expect(await status(post)).toBe(200);
    await change(14).expect(200);
    await run();
    expect(await status(post)).toBe(200);
    await change(7).expect(200);
    await run();
    expect(await status(post)).toBe(404);
  });

  it('stay once the setting is off, also while they are being deleted [B24-43]', async () => {
    const posts = [await old('First'), await old('Second'), await old('Third')];
    await change(7).expect(200);
    await change(null).expect(200);
    await run();
    expect(await settings()).not.toHaveProperty('sweepAt');
    expect(await Promise.all(posts.map(status))).toEqual([200, 200, 200]);

    await change(7).expect(200);
    const { removals } = scene.app.ctx.posts;
    const { removeExpired } = removals;
    removals.removeExpired = async (id) => {
      const removed = await removeExpired(id);
      await change(null).expect(200);
      return removed;
    };
    await run();
    removals.removeExpired = removeExpired;
    expect((await Promise.all(posts.map(status))).sort()).toEqual([200, 200, 404]);
    expect(await settings()).not.toHaveProperty('sweepAt');
  });

  it('wait while they are reported, and while their author is suspended [B24-45]', async () => {
    const [reported, other] = [await old('Reported'), await old()];
    const report = { kind: 'post', target: reported._id, reason: 'spam' };
    await scene.ben.agent.post('/reports').send(report).expect(201);
    expect(await count(7)).toEqual({ count: 1, more: false });
    await change(7).expect(200);
    const user = new Types.ObjectId(author.id);
    const { User, Post, ReportCase } = scene.app.ctx.models;
    await User.updateOne({ _id: user }, { suspendedAt: scene.app.clock.now() });
    await run();
    expect(await Post.countDocuments({ user })).toBe(2);
    await User.updateOne({ _id: user }, { suspendedAt: null });
    await dueAgain();
    await run();
    expect([await status(reported), await status(other)]).toEqual([200, 404]);
    await ReportCase.updateOne({ target: reported._id }, { $unset: { open: 1 } });
    await dueAgain();
    await run();
    expect(await status(reported)).toBe(404);
  });

  it('go in batches that two processes can share, and continue after an interruption [B24-46]', async () => {
    const user = new Types.ObjectId(author.id);
    await insertPosts(scene.app, 110, user);
    const { Post } = scene.app.ctx.models;
    const createdAt = new Date(scene.app.clock.now().getTime() - 8 * DAY);
    await Post.collection.updateMany({ user }, { $set: { createdAt } });
    await change(7).expect(200);
    await run();
    expect(await Post.countDocuments({ user })).toBe(10);
    scene.app.clock.advance(MINUTE);
    await Promise.all([scene.app.ctx.jobs.runDue('expired-posts'), run()]);
    expect(await Post.countDocuments({ user })).toBe(0);
  });

  it('of one author do not wait for those of another that cannot be deleted', async () => {
    const post = await old();
    const stuck = await person(scene.app);
    const kept = await old('Stuck', stuck);
    await change(7, stuck).expect(200);
    scene.app.clock.advance(1);
    await change(7).expect(200);
    const { removals } = scene.app.ctx.posts;
    const { removeExpired } = removals;
    removals.removeExpired = (id) =>
      id.toHexString() === kept._id ? Promise.reject(new Error('It broke')) : removeExpired(id);
    await run();
    removals.removeExpired = removeExpired;
    expect([await status(kept), await status(post)]).toEqual([200, 404]);
  });
});
