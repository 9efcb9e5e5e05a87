import { Types, type mongo } from 'mongoose';
import { describe, expect, it, vi } from 'vitest';
import { DAY, MINUTE } from '../../platform/time.js';
import { insertPosts } from '../../testing/content.js';
import { uploaderScene } from '../../testing/media-scene.js';
import { explain } from '../../testing/reads.js';
import { pathOfUrl, smallPng, upload, uploadPicture } from '../../testing/uploads.js';

const scene = uploaderScene();
const { pass, isKept, record, sweep } = scene;
/** Waits for the removal, which runs after the request. */
const expectGone = (url: string) =>
  vi.waitFor(async () => expect([await isKept(url), await record(url)]).toEqual([false, null]), {
    timeout: 5000,
    interval: 10,
  });
const newPost = async (fields: object) => {
  const answer = await scene.agent.post('/posts').send({ title: 'With a picture', ...fields });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data._id as string;
};

describe('an upload in use', () => {
  it('stays with its post, profile picture or cover after any number of checks', async () => {
    const inPost = await uploadPicture(scene.agent);
    const inProfile = await uploadPicture(scene.agent);
    const inCover = await uploadPicture(scene.agent);
    await newPost({ images: [inPost.url] });
    await scene.agent.patch(`/users/${scene.userId}/profilepic`).send({ profilepic: inProfile.url });
    const board = (await scene.agent.get(`/boards/user/${scene.userId}`)).body.data;
    await scene.agent.put(`/boards/${board._id}`).send({ coverPhoto: inCover.url });
    for (const wait of [DAY, DAY, 31 * DAY, 31 * DAY]) {
      await pass(wait);
      await sweep();
    }
    for (const { url } of [inPost, inProfile, inCover]) expect(await isKept(url)).toBe(true);
  });

  it('is removed with its post', async () => {
    const { url } = await uploadPicture(scene.agent);
    const id = await newPost({
      media: [await uploadPicture(scene.agent).then((other) => ({ ...other, url }))],
    });
    await pass(2 * MINUTE);
    await scene.agent.delete(`/posts/${id}`);
    await expectGone(url);
  });

  it('is removed with its post even if the repair completes the deletion', async () => {
    const { url } = await uploadPicture(scene.agent);
    const id = await newPost({ images: [url] });
    await pass(2 * MINUTE);
    const { PostInteraction } = scene.app.ctx.models;
    const removal = vi
      .spyOn(PostInteraction.collection, 'deleteMany')
      .mockRejectedValueOnce(new Error('slow'));
    await scene.agent.delete(`/posts/${id}`);
    expect(removal).toHaveBeenCalledOnce();
    removal.mockRestore();
    await expectGone(url);
  });

  it('stays while another post of its owner shows it', async () => {
    const { url } = await uploadPicture(scene.agent);
    const first = await newPost({ images: [url] });
    const second = await newPost({ images: [url] });
    await pass(2 * MINUTE);
    await scene.agent.delete(`/posts/${second}`);
    await pass(DAY);
    await sweep();
    expect(await isKept(url)).toBe(true);
    await scene.agent.delete(`/posts/${first}`);
    await expectGone(url);
  });

  it('is found through an index, for any number of posts of its owner', async () => {
    const { url } = await uploadPicture(scene.agent);
    const others = new Types.ObjectId(scene.userId);
    await insertPosts(scene.app, 300, others);
    await newPost({ images: [url] });
    const client = scene.app.ctx.connection.getClient();
    const reads: mongo.Document[] = [];
    const watch = ({ command }: mongo.CommandStartedEvent) => {
      if (command['find'] === 'posts' && command['filter'].uploads !== undefined) reads.push(command);
    };
    client.on('commandStarted', watch);
    await pass(DAY);
    await sweep();
    client.off('commandStarted', watch);
    const ofUpload = reads.find(({ filter }) => url.includes(filter.uploads))!;
    expect((await explain(scene.app, ofUpload)).totalDocsExamined).toBeLessThanOrEqual(1);
    expect(await isKept(url)).toBe(true);
  });

  it('is kept for a day after it was removed from a post, and may be used again', async () => {
    const { url: kept } = await uploadPicture(scene.agent);
    const { url: dropped } = await uploadPicture(scene.agent);
    const id = await newPost({ images: [kept, dropped] });
    await pass(DAY);
    await scene.agent.put(`/posts/${id}`).send({ images: [kept] });
    await pass(DAY - MINUTE);
    await sweep();
    expect(await isKept(dropped)).toBe(true);
    await scene.agent.put(`/posts/${id}`).send({ images: [kept, dropped] });
    await pass(DAY);
    await sweep();
    expect(await isKept(dropped)).toBe(true);
    await scene.agent.put(`/posts/${id}`).send({ images: [kept] });
    await pass(DAY);
    await sweep();
    expect([await isKept(kept), await isKept(dropped)]).toEqual([true, false]);
  });

  it('is removed when the profile picture or cover is replaced', async () => {
    const [first, second, cover] = [
      await uploadPicture(scene.agent),
      await uploadPicture(scene.agent),
      await uploadPicture(scene.agent),
    ];
    const board = (await scene.agent.get(`/boards/user/${scene.userId}`)).body.data;
    await scene.agent.patch(`/users/${scene.userId}/profilepic`).send({ profilepic: first.url });
    await scene.agent.put(`/boards/${board._id}`).send({ coverPhoto: cover.url });
    await pass(2 * MINUTE);
    await scene.agent.patch(`/users/${scene.userId}/profilepic`).send({ profilepic: second.url });
    await scene.agent.put(`/boards/${board._id}`).send({ coverPhoto: '' });
    await expectGone(first.url);
    await expectGone(cover.url);
    expect(await isKept(second.url)).toBe(true);
  });

  it('is removed with the account', async () => {
    const { url } = await uploadPicture(scene.agent);
    await newPost({ images: [url] });
    await scene.app.ctx.account.deletions.begin(scene.userId);
    await scene.app.ctx.jobs.runDue('account-deletion');
    await expectGone(url);
  });

  it('is neither kept nor removed by posts of other users', async () => {
    const { url } = await uploadPicture(scene.agent);
    const { agent: other } = await scene.app.signUp();
    const theirs = await other.post('/posts').send({ title: 'Borrowed', images: [url] });
    expect(theirs.status).toBe(201);
    const mine = await newPost({ images: [url] });
    await pass(2 * MINUTE);
    await other.delete(`/posts/${theirs.body.data._id}`);
    await pass(DAY);
    await sweep();
    expect(await isKept(url)).toBe(true);
    await scene.agent.delete(`/posts/${mine}`);
    await expectGone(url);
  });
});

describe('a post created while its upload is being removed', () => {
  it('is either rejected or has its picture', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { url } = await uploadPicture(scene.agent);
      await pass(DAY);
      const [post] = await Promise.all([
        scene.agent.post('/posts').send({ title: 'Race', images: [url] }),
        sweep(),
      ]);
      expect([201, 400], post.text).toContain(post.status);
      expect(await isKept(url)).toBe(post.status === 201);
    }
  });

  it('keeps a picture that the deletion of another post would remove', async () => {
    const { url } = await uploadPicture(scene.agent);
    const old = await newPost({ images: [url] });
    await pass(2 * MINUTE);
    const uploads = scene.app.ctx.uploads;
    await uploads.hold(scene.userId, [url]);
    await scene.agent.delete(`/posts/${old}`);
    const created = await newPost({ images: [url] });
    await pass(DAY);
    await sweep();
    expect(await isKept(url)).toBe(true);
    await scene.agent.delete(`/posts/${created}`);
    await expectGone(url);
  });
});

describe('uploads of a suspended user', () => {
  it('are hidden at once, and shown when the suspension is lifted', async () => {
    const { url } = await uploadPicture(scene.agent);
    const read = async () => (await scene.app.agent().get(pathOfUrl(url))).status;
    expect(await read()).toBe(200);
    await scene.app.ctx.models.User.updateOne(
      { _id: scene.userId },
      { $set: { suspendedAt: scene.app.clock.now() } },
    );
    expect(await read()).toBe(404);
    expect(await isKept(url)).toBe(true);
    await scene.app.ctx.models.User.updateOne({ _id: scene.userId }, { $set: { suspendedAt: null } });
    expect(await read()).toBe(200);
  });

  it('do not affect those of others', async () => {
    const { agent: other, user } = await scene.app.signUp();
    const { url } = (await upload(other, [await smallPng(), 'a.png'])).body.data[0];
    await scene.app.ctx.models.User.updateOne(
      { _id: scene.userId },
      { $set: { suspendedAt: scene.app.clock.now() } },
    );
    expect((await scene.app.agent().get(pathOfUrl(url))).status).toBe(200);
    expect(user._id).not.toBe(scene.userId);
  });
});
