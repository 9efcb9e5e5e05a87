import type { ShownPost } from '@social-feed/contracts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY } from '../../platform/time.js';
import { appScene } from '../../testing/scene.js';
import { signUpAdmin, type SignedUp } from '../../testing/people.js';

const scene = appScene();
const PICTURE = 'https://pictures.example/a.webp';
const media = [{ url: PICTURE, kind: 'image', width: 640, height: 480, alt: 'A harbour' }];
let author: SignedUp;

// Each test has a day of its own, and so a hand.
beforeEach(async () => {
  scene.app.clock.advance(DAY);
  author = await scene.app.signUp();
});
afterEach(async () => {
  await scene.app.ctx.models.Hand.deleteMany();
  await scene.app.ctx.models.Post.updateMany({}, { $set: { hidden: true }, $unset: { feedKeys: 1 } });
});

const post = async (fields: object, { agent } = author) =>
  (
    await agent
      .post('/posts')
      .send({ title: 'Boats', media, ...fields })
      .expect(201)
  ).body.data._id as string;
const read = async (agent = scene.app.agent()) =>
  (await agent.get('/showcase').expect(200)) as {
    body: { data: ShownPost[]; posts: number };
    headers: object;
  };
const idsOf = async () => (await read()).body.data.map(({ _id }) => _id);

it('has twelve posts of the day with their first pictures, the same for everybody [B42-1]', async () => {
  for (let number = 0; number < 14; number += 1) await post({ title: `Boat ${number}` });
  const visitors = await read();
  expect(visitors.body.data).toHaveLength(12);
  for (const shown of visitors.body.data) {
    expect(shown.author).toBe(author.user.fullName);
    expect(shown.title).toMatch(/^Boat \d+$/);
    expect(shown.picture).toMatchObject({ kind: 'image', alt: 'A harbour', width: 640 });
  }
  const hand = (await scene.app.agent().get('/posts/today')).body;
  expect(visitors.body.posts).toBe(hand.population);
  expect((await read(author.agent)).body).toEqual(visitors.body);
  expect(visitors.headers).toMatchObject({ 'cache-control': 'public, max-age=60' });
});

it('has no posts without a picture, no sensitive ones and none with a warning [B42-1]', async () => {
  await post({ media: [] });
  await post({ sensitive: true });
  await post({ contentWarning: 'Spoilers' });
  await post({ media: [{ ...media[0], kind: 'video', url: 'https://pictures.example/a.mp4' }] });
  const shown = await post({ title: '', description: `First words, ${'and more '.repeat(20)}` });
  const [only, ...others] = (await read()).body.data;
  expect([only?._id, others]).toEqual([shown, []]);
  expect(only!.title).toMatch(/^First words, and more .{1,60}…$/);
});

it('has no deleted posts, and none of suspended or silenced people [B42-1]', async () => {
  const [silenced, suspended] = [await scene.app.signUp(), await scene.app.signUp()];
  const gone = await post({});
  await post({}, silenced);
  await post({}, suspended);
  const stays = await post({});
  expect(await idsOf()).toHaveLength(4);
  await author.agent.delete(`/posts/${gone}`).expect(200);
  await scene.app.ctx.admin.suspend(null, suspended.user._id);
  const admin = await signUpAdmin(scene.app);
  await admin.agent.put(`/admin/users/${silenced.user._id}/silence`).send({ silenced: true }).expect(200);
  await scene.app.ctx.jobs.runDue('post-visibility');
  expect(await idsOf()).toEqual([stays]);
});

it('is empty where nobody has posted [B42-1]', async () => {
  expect((await read()).body.data).toEqual([]);
});
