import type { PostChance } from '@social-feed/contracts';
import { createPermutation } from '@social-feed/feed-order';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MINUTE } from '../../platform/time.js';
import { insertPosts, insertUser } from '../../testing/content.js';
import { createTestApp, type Agent, type TestApp } from '../../testing/test-app.js';

let app: TestApp;
let author: { agent: Agent; user: { _id: string } };
let id: string;
let number: number;

beforeAll(async () => {
  app = await createTestApp();
  const other = (await insertUser(app))._id;
  await insertPosts(app, 60, other);
  author = await app.signUp();
  id = (await author.agent.post('/posts').send({ title: 'Mine' })).body.data._id as string;
  number = 60;
  await insertPosts(app, 39, other);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.ctx.models.FeedSeed.deleteMany({});
  // after this time the process reads pins again
  app.clock.advance(MINUTE);
});

const chanceOf = async (agent = author.agent, post = id) => {
  const answer = await agent.get(`/posts/${post}/chance`);
  return { status: answer.status, ...(answer.body.data as PostChance) };
};
const pin = (seed: number, fields: object = {}) =>
  app.ctx.models.FeedSeed.create({
    ...{ _id: seed, generation: 0, population: 100, pinnedAt: app.clock.now(), lastUsedAt: app.clock.now() },
    ...fields,
  });
const seedOfToday = () => app.ctx.orders.days.seedOfDay(app.clock.now().toISOString().slice(0, 10));

it('says where an own post stands in the order of the day [B4-19]', async () => {
  const seed = await seedOfToday();
  const { day } = await chanceOf();
  const place = createPermutation(seed, 100).positionOf(number) + 1;
  expect(day).toEqual({
    ...{ date: app.clock.now().toISOString().slice(0, 10), seed, population: 100, number, place },
  });
  const feed = await app.agent().get(`/posts/infinite-cursor?limit=50&seed=${seed}`).expect(200);
  const more = await app.agent().get(`/posts/infinite-cursor?limit=50&cursor=${feed.body.nextCursor}`);
  const ids = [...feed.body.data, ...more.body.data].map(({ _id }: { _id: string }) => _id);
  expect(ids.indexOf(id) + 1).toBe(place);
});

it('counts the recent shuffles that have it among the first 20, and what chance expects [B4-19]', async () => {
  const seeds = Array.from({ length: 150 }, (_unused, seed) => seed);
  for (const seed of seeds) await pin(seed);
  const { shuffles, among, expected, ...rest } = await chanceOf();
  expect(shuffles).toEqual(seeds.map((seed) => ({ seed, population: 100 })));
  expect(among).toBe(seeds.filter((seed) => createPermutation(seed, 100).positionOf(number) < 20).length);
  expect(expected).toBeCloseTo(30);
  expect(Math.abs(among - expected)).toBeLessThan(20);
  expect(rest.number).toBe(number);
});

it('leaves out shuffles before the post, of other generations and the order of the day [B4-19]', async () => {
  await pin(1, { population: 60 });
  await pin(2, { generation: 3 });
  await pin(await seedOfToday());
  await pin(4, { population: 61 });
  const { shuffles, expected } = await chanceOf();
  expect(shuffles).toEqual([{ seed: 4, population: 61 }]);
  expect(expected).toBeCloseTo(20 / 61);
});

it('looks at the latest 200, and pins nothing itself [B4-19 B4-20]', async () => {
  const at = (index: number) => new Date(app.clock.now().getTime() - index * 1000);
  for (let seed = 0; seed < 205; seed += 1) await pin(seed, { pinnedAt: at(seed) });
  const { shuffles } = await chanceOf();
  expect(shuffles.map(({ seed }) => seed)).toEqual(Array.from({ length: 200 }, (_unused, seed) => seed));
  expect(await app.ctx.models.FeedSeed.countDocuments()).toBe(205);
});

it('has no place in an order of the day that began before the post', async () => {
  await pin(await seedOfToday(), { population: 50 });
  const { day } = await chanceOf();
  expect(day).toMatchObject({ population: 50, number: null, place: null });
});

it('has no place while the author’s posts are hidden', async () => {
  await pin(5);
  await app.ctx.models.Post.updateOne({ _id: id }, { feedKeys: [] });
  const { day, ...rest } = await chanceOf();
  await app.ctx.models.Post.updateOne({ _id: id }, { feedKeys: [number] });
  expect(rest).toEqual({ status: 200, number: null, shuffles: [], among: 0, expected: 0 });
  expect(day.place).toBeNull();
});

it('is for the author alone [B4-20]', async () => {
  const other = await app.signUp();
  expect((await chanceOf(other.agent)).status).toBe(403);
  expect((await chanceOf(app.agent())).status).toBe(401);
  expect((await chanceOf(author.agent, '0'.repeat(24))).status).toBe(404);
  expect((await chanceOf(author.agent, 'none')).status).toBe(400);
  const admin = await app.signUp();
  await app.ctx.models.User.updateOne({ _id: admin.user._id }, { isAdmin: true });
  expect((await chanceOf(admin.agent)).status).toBe(403);
});

it('says nothing about readers, nor when a seed was used [B4-20]', async () => {
  await app.agent().get('/posts/infinite?seed=77&isFirstLoad=true').expect(200);
  const { shuffles } = await chanceOf();
  expect(shuffles).toEqual([{ seed: 77, population: 100 }]);
});
