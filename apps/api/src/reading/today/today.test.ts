import { HAND, type Post } from '@social-feed/contracts';
import { createPermutation } from '@social-feed/feed-order';
import { Types } from 'mongoose';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, utcDay } from '../../platform/time.js';
import { insertPosts, insertUser } from '../../testing/content.js';
import { appScene } from '../../testing/scene.js';
import { createTestApp, type Agent } from '../../testing/test-app.js';
import { DRAWING } from './today.feature.js';

const scene = appScene();
const POSTS = 60;
let author: Types.ObjectId;

beforeAll(async () => {
  author = (await insertUser(scene.app))._id;
  await insertPosts(scene.app, POSTS, author);
});
// Each test has a day of its own.
beforeEach(() => scene.app.clock.advance(DAY));
afterEach(() => scene.app.ctx.models.Hand.deleteMany());

interface Hand {
  date: string;
  data: Post[];
  seed: number;
  generation: number;
  population: number;
  numbers: number[];
  dayBefore: string | null;
}
const today = () => utcDay(scene.app.clock.now());
const read = async (date?: string, agent: Agent = scene.app.agent()) =>
  (await agent.get('/posts/today').query({ date }).expect(200)).body as Hand;
const idsOf = ({ data }: Hand) => data.map(({ _id }) => _id);

describe("today's hand", () => {
  it('has the first 24 posts in the order of the seed of the day in UTC [B11-1]', async () => {
    const hand = await read();
    expect([hand.date, hand.data.length]).toEqual([today(), HAND.posts]);
    const seed = await scene.app.ctx.orders.days.seedOfDay(today());
    const order = createPermutation(seed, hand.population);
    expect(hand.seed).toBe(seed);
    const expected = Array.from({ length: hand.population }, (_unused, position) => order.at(position));
    const held = new Set(hand.numbers);
    // Numbers without a post are skipped.
    const upTo = expected.indexOf(hand.numbers.at(-1)!);
    expect(expected.slice(0, upTo + 1).filter((number) => held.has(number))).toEqual(hand.numbers);
    expect(upTo).toBeLessThan(HAND.posts + hand.population - POSTS);
  });

  it('stays the same for everybody and all day, whatever is posted later [B11-2]', async () => {
    const hand = await read();
    await insertPosts(scene.app, 30, author);
    const { agent } = await scene.app.signUp();
    scene.app.clock.advance(new Date(`${today()}T23:59:00Z`).getTime() - scene.app.clock.now().getTime());
    expect(idsOf(await read(undefined, agent))).toEqual(idsOf(hand));
    const other = await createTestApp({ dbName: scene.app.ctx.connection.name, clock: scene.app.clock });
    expect(idsOf(await read(hand.date, other.agent()))).toEqual(idsOf(hand));
    await other.close();
  });

  it('is drawn once if several processes draw it at the same time [B11-2]', async () => {
    const other = await createTestApp({ dbName: scene.app.ctx.connection.name, clock: scene.app.clock });
    const agents = Array.from({ length: 8 }, (_unused, index) => (index % 2 ? scene.app : other).agent());
    const hands = await Promise.all(
      agents.map(async (agent, index) => {
        if (index % 3 === 0) await insertPosts(scene.app, 5, author);
        return read(undefined, agent);
      }),
    );
    expect(new Set(hands.map((hand) => idsOf(hand).join())).size).toBe(1);
    expect(await scene.app.ctx.models.Hand.countDocuments()).toBe(1);
    await other.close();
  });

  it('is reachable by its date later, with the day before, for a month [B11-3]', async () => {
    const first = await read();
    expect(first.dayBefore).toBeNull();
    scene.app.clock.advance(DAY);
    const second = await read();
    expect([second.date, second.dayBefore]).toEqual([today(), first.date]);
    expect(idsOf(second)).not.toEqual(idsOf(first));
    expect(await read(first.date)).toEqual(first);
    const { expires } = scene.app.ctx.allModels.find(({ collection }) => collection.name === 'hands')!.facts;
    expect(expires).toEqual({ at: 'drawnAt', after: (HAND.days + 1) * DAY });
  });

  it('is drawn by a job on days on which nobody opens it [B11-3]', async () => {
    const { jobs, models } = scene.app.ctx;
    await jobs.add(DRAWING);
    await jobs.runDue(DRAWING);
    expect((await models.Hand.findOne().lean())?._id).toBe(today());
  });

  it('answers 404 for a day without a hand, and 400 for one that does not exist [B11-3]', async () => {
    await read();
    const days = ['2020-01-01', utcDay(new Date(scene.app.clock.now().getTime() + DAY)), '0000-01-01'];
    for (const date of days) {
      const { body } = await scene.app.agent().get('/posts/today').query({ date }).expect(404);
      expect(body.message).toBe('There is no hand of this day');
    }
    for (const date of ['2026-02-30', 'yesterday', '2026-1-1', '2026-11-26T00:00:00Z'])
      await scene.app.agent().get('/posts/today').query({ date }).expect(400);
  });

  it('loses deleted posts, and those of suspended and blocking people, without replacing them [B11-4]', async () => {
    const [reader, blocker, bad] = await Promise.all([0, 1, 2].map(() => scene.app.signUp()));
    await insertPosts(scene.app, 60, new Types.ObjectId(blocker!.user._id));
    await insertPosts(scene.app, 60, new Types.ObjectId(bad!.user._id));
    const hand = await read();
    const by = (user: string) => hand.data.filter((post) => post.user._id === user);
    const [blocked, suspended] = [by(blocker!.user._id), by(bad!.user._id)];
    expect([blocked.length, suspended.length]).not.toContain(0);

    const at = scene.app.clock.now().toISOString();
    const changes = [{ kind: 'block', user: reader!.user._id, at }];
    await blocker!.agent.post('/people/changes').send({ changes }).expect(200);
    await scene.app.ctx.admin.suspend(null, bad!.user._id);
    const own = blocked[0]!._id;
    await blocker!.agent.delete(`/posts/${own}`).expect(200);

    const left = (...gone: Post[][]) =>
      idsOf(hand).filter((id) => !gone.flat().some(({ _id }) => _id === id));
    expect(idsOf(await read(undefined, reader!.agent))).toEqual(left(blocked, suspended));
    const visitors = await read();
    expect(idsOf(visitors)).toEqual(left(suspended, blocked.slice(0, 1)));
    expect(visitors.numbers).toHaveLength(visitors.data.length);
  });
});

describe("today's hand of a new community", () => {
  it('is empty without posts, and has fewer where there are fewer [B11-1]', async () => {
    const app = await createTestApp({ clock: scene.app.clock });
    const empty = (await app.agent().get('/posts/today').expect(200)).body as Hand;
    expect([empty.data, empty.numbers]).toEqual([[], []]);
    // An empty hand is not stored.
    await insertPosts(app, 3, (await insertUser(app))._id);
    expect(((await app.agent().get('/posts/today').expect(200)).body as Hand).data).toHaveLength(3);
    await insertPosts(app, 3, (await insertUser(app))._id);
    expect(((await app.agent().get('/posts/today').expect(200)).body as Hand).data).toHaveLength(3);
    await app.close();
  });
});
