import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, newAccount, type Agent, type TestApp } from '../testing/test-app.js';
import { idOfUrl, keptIn, pathOfUrl, smallPng, upload, uploadPicture } from '../testing/uploads.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let app: TestApp;
let directory: string;
let agent: Agent;
let userId: string;
let account: ReturnType<typeof newAccount>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'social-feed-media-'));
  app = await createTestApp({ config: { media: { directory } } });
});
beforeEach(async () => {
  account = newAccount();
  const { agent: fresh, user } = await app.signUp(account);
  agent = fresh;
  userId = user._id;
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true, force: true });
});

/** Lets time pass, in which sessions end. */
async function pass(milliseconds: number): Promise<void> {
  app.clock.advance(milliseconds);
  const { userName: emailOrUsername, password } = account;
  const answer = await agent.post('/auth/login').send({ emailOrUsername, password });
  expect(answer.status, answer.text).toBe(200);
}
const isKept = async (url: string) => (await keptIn(directory)).includes(idOfUrl(url));
const record = (url: string) => app.ctx.models.MediaFile.findById(idOfUrl(url)).lean();
const sweep = () => app.ctx.media.sweep.run();
/** What happens beside the request has happened. */
const expectGone = (url: string) =>
  vi.waitFor(async () => expect([await isKept(url), await record(url)]).toEqual([false, null]), {
    timeout: 5000,
    interval: 10,
  });
const newPost = async (fields: object) => {
  const answer = await agent.post('/posts').send({ title: 'With a picture', ...fields });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data._id as string;
};

describe('an upload in use', () => {
  it('stays with its post, its profile picture, its cover, however often it is looked at', async () => {
    const inPost = await uploadPicture(agent);
    const inProfile = await uploadPicture(agent);
    const inCover = await uploadPicture(agent);
    await newPost({ images: [inPost.url] });
    await agent.patch(`/users/${userId}/profilepic`).send({ profilepic: inProfile.url });
    const board = (await agent.get(`/boards/user/${userId}`)).body.data;
    await agent.put(`/boards/${board._id}`).send({ coverPhoto: inCover.url });
    for (const wait of [61 * MINUTE, DAY, 31 * DAY, 31 * DAY]) {
      await pass(wait);
      await sweep();
    }
    for (const { url } of [inPost, inProfile, inCover]) expect(await isKept(url)).toBe(true);
  });

  it('goes with its post', async () => {
    const { url } = await uploadPicture(agent);
    const id = await newPost({ media: [await uploadPicture(agent).then((other) => ({ ...other, url }))] });
    await pass(2 * MINUTE);
    await agent.delete(`/posts/${id}`);
    await expectGone(url);
  });

  it('stays while another own post shows it', async () => {
    const { url } = await uploadPicture(agent);
    const first = await newPost({ images: [url] });
    const second = await newPost({ images: [url] });
    await pass(2 * MINUTE);
    await agent.delete(`/posts/${second}`);
    await pass(DAY);
    await sweep();
    expect(await isKept(url)).toBe(true);
    await agent.delete(`/posts/${first}`);
    await expectGone(url);
  });

  it('lies a day after it was taken out of a post, and may come back', async () => {
    const { url: kept } = await uploadPicture(agent);
    const { url: dropped } = await uploadPicture(agent);
    const id = await newPost({ images: [kept, dropped] });
    await pass(DAY);
    await agent.put(`/posts/${id}`).send({ images: [kept] });
    await pass(DAY - MINUTE);
    await sweep();
    expect(await isKept(dropped)).toBe(true);
    await agent.put(`/posts/${id}`).send({ images: [kept, dropped] });
    await pass(DAY);
    await sweep();
    expect(await isKept(dropped)).toBe(true);
    await agent.put(`/posts/${id}`).send({ images: [kept] });
    await pass(DAY);
    await sweep();
    expect([await isKept(kept), await isKept(dropped)]).toEqual([true, false]);
  });

  it('goes when another picture takes its place on the profile or the cover', async () => {
    const [first, second, cover] = [
      await uploadPicture(agent),
      await uploadPicture(agent),
      await uploadPicture(agent),
    ];
    const board = (await agent.get(`/boards/user/${userId}`)).body.data;
    await agent.patch(`/users/${userId}/profilepic`).send({ profilepic: first.url });
    await agent.put(`/boards/${board._id}`).send({ coverPhoto: cover.url });
    await pass(2 * MINUTE);
    await agent.patch(`/users/${userId}/profilepic`).send({ profilepic: second.url });
    await agent.put(`/boards/${board._id}`).send({ coverPhoto: '' });
    await expectGone(first.url);
    await expectGone(cover.url);
    expect(await isKept(second.url)).toBe(true);
  });

  it('goes with the account', async () => {
    const { url } = await uploadPicture(agent);
    await newPost({ images: [url] });
    await app.ctx.accountDeletions.begin(userId);
    await app.ctx.accountDeletions.run();
    await expectGone(url);
  });

  it("is not another's to keep or to remove", async () => {
    const { url } = await uploadPicture(agent);
    const { agent: other } = await app.signUp();
    const theirs = await other.post('/posts').send({ title: 'Borrowed', images: [url] });
    expect(theirs.status).toBe(201);
    const mine = await newPost({ images: [url] });
    await pass(2 * MINUTE);
    await other.delete(`/posts/${theirs.body.data._id}`);
    await pass(DAY);
    await sweep();
    expect(await isKept(url)).toBe(true);
    await agent.delete(`/posts/${mine}`);
    await expectGone(url);
  });
});

describe('a post that is made while its upload is being removed', () => {
  it('either is refused or has its picture', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { url } = await uploadPicture(agent);
      await pass(DAY);
      const [post] = await Promise.all([
        agent.post('/posts').send({ title: 'Race', images: [url] }),
        sweep(),
      ]);
      expect([201, 400], post.text).toContain(post.status);
      expect(await isKept(url)).toBe(post.status === 201);
    }
  });

  it('keeps a picture that the deletion of another post would take', async () => {
    const { url } = await uploadPicture(agent);
    const old = await newPost({ images: [url] });
    await pass(2 * MINUTE);
    const uploads = app.ctx.media.uses;
    await uploads.hold(userId, [url]);
    await agent.delete(`/posts/${old}`);
    const created = await newPost({ images: [url] });
    await pass(DAY);
    await sweep();
    expect(await isKept(url)).toBe(true);
    await agent.delete(`/posts/${created}`);
    await expectGone(url);
  });
});

describe('uploads of a suspended user', () => {
  it('are hidden at once and back when the suspension is lifted', async () => {
    const { url } = await uploadPicture(agent);
    const read = async () => (await app.agent().get(pathOfUrl(url))).status;
    expect(await read()).toBe(200);
    await app.ctx.models.User.updateOne({ _id: userId }, { $set: { suspendedAt: app.clock.now() } });
    expect(await read()).toBe(404);
    expect(await isKept(url)).toBe(true);
    await app.ctx.models.User.updateOne({ _id: userId }, { $set: { suspendedAt: null } });
    expect(await read()).toBe(200);
  });

  it('leave those of others alone', async () => {
    const { agent: other, user } = await app.signUp();
    const { url } = (await upload(other, [await smallPng(), 'a.png'])).body.data[0];
    await app.ctx.models.User.updateOne({ _id: userId }, { $set: { suspendedAt: app.clock.now() } });
    expect((await app.agent().get(pathOfUrl(url))).status).toBe(200);
    expect(user._id).not.toBe(userId);
  });
});
