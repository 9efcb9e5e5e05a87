import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { clips, idOfUrl, pathOfUrl, smallPng, upload, type FormPart } from '../../testing/uploads.js';

let app: TestApp;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'social-feed-media-'));
  app = await createTestApp({ config: { media: { directory } } });
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true, force: true });
});

const statusOf = async (path: string) => (await app.agent().get(path)).status;
/** Uploads a picture and a clip with a poster. @returns paths of all their files, and the media */
async function uploadBoth(agent: Awaited<ReturnType<TestApp['signUp']>>['agent']) {
  const parts: FormPart[] = [
    [await smallPng(), 'a.png'],
    [await clips.mp4(), 'b.mp4'],
    [await smallPng(), 'poster', 'poster-1'],
  ];
  const answer = await upload(agent, ...parts);
  expect(answer.status, answer.text).toBe(201);
  const [image, video] = answer.body.data as { url: string; poster?: string }[];
  const picture = pathOfUrl(image!.url);
  const paths = ['1280.webp', '640.webp', '320.webp', 'fallback.jpg'].map((name) =>
    picture.replace('1280.webp', name),
  );
  return { media: [image!, video!], paths: [...paths, pathOfUrl(video!.url), pathOfUrl(video!.poster!)] };
}
const expectGone = (paths: readonly string[]) =>
  expect.poll(() => Promise.all(paths.map(statusOf)), { interval: 20 }).toEqual(paths.map(() => 404));

describe('files of an upload', () => {
  it('are removed when their post is deleted right after its creation', async () => {
    const { agent } = await app.signUp();
    const { media, paths } = await uploadBoth(agent);
    const post = await agent.post('/posts').send({ media });
    expect(await Promise.all(paths.map(statusOf))).toEqual(paths.map(() => 200));
    expect((await agent.delete(`/posts/${post.body.data._id}`)).status).toBe(200);
    await expectGone(paths);
  });

  it('are removed when a profile picture or cover is replaced immediately', async () => {
    const { agent, user } = await app.signUp();
    const pictures = await Promise.all([1, 2, 3].map(async () => (await uploadBoth(agent)).media[0]!.url));
    for (const profilepic of [pictures[0], pictures[1]]) {
      await agent.patch(`/users/${user._id}/profilepic`).send({ profilepic });
    }
    await expectGone([pathOfUrl(pictures[0]!)]);
    const board = (await agent.get(`/boards/user/${user._id}`)).body.data;
    for (const coverPhoto of [pictures[2], '']) await agent.put(`/boards/${board._id}`).send({ coverPhoto });
    await expectGone([pathOfUrl(pictures[2]!)]);
    expect(await statusOf(pathOfUrl(pictures[1]!))).toBe(200);
  });

  it('are removed when an admin deletes the post', async () => {
    const { agent } = await app.signUp();
    const { agent: admin, user } = await app.signUp();
    await app.ctx.models.User.updateOne({ _id: user._id }, { $set: { isAdmin: true } });
    const { media, paths } = await uploadBoth(agent);
    const post = await agent.post('/posts').send({ media });
    expect((await admin.delete(`/posts/${post.body.data._id}`)).status).toBe(200);
    await expectGone(paths);
  });

  it('stay while another write is about to use them', async () => {
    const { agent, user } = await app.signUp();
    const { media, paths } = await uploadBoth(agent);
    const post = await agent.post('/posts').send({ media });
    const { uploads } = app.ctx;
    const hold = await uploads.hold(user._id, [media[0]!.url]);
    await agent.delete(`/posts/${post.body.data._id}`);
    await expectGone(paths.slice(4));
    expect(await statusOf(paths[0]!)).toBe(200);
    const again = await agent.post('/posts').send({ images: [media[0]!.url] });
    await hold.release();
    await agent.delete(`/posts/${again.body.data._id}`);
    await expectGone(paths);
    // the record goes after the files
    await expect
      .poll(() => app.ctx.models.MediaFile.countDocuments({ _id: idOfUrl(media[0]!.url) }), { interval: 20 })
      .toBe(0);
  });

  it('stay in a post whose creation fails to release its hold', async () => {
    const { agent } = await app.signUp();
    const { media, paths } = await uploadBoth(agent);
    const pull = vi
      .spyOn(app.ctx.models.MediaFile.collection, 'updateMany')
      .mockImplementation(((filter: object, change: Record<string, unknown>) =>
        '$pull' in change
          ? Promise.reject(new Error('away'))
          : Promise.resolve({ matchedCount: Object.keys(filter).length })) as never);
    const post = await agent.post('/posts').send({ media });
    pull.mockRestore();
    expect(post.status, post.text).toBe(201);
    expect(await statusOf(paths[0]!)).toBe(200);
  });
});
