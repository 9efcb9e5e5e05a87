import { ANALYTICS_VIEWS_MAX } from '@social-feed/contracts';
import { Types, type mongo } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY } from '../../platform/time.js';
import { explain, watchReads } from '../../testing/reads.js';
import { createTestApp, type Agent, type TestApp } from '../../testing/test-app.js';

/** Number of old views and likes; each of the last days has as many. */
const OLD = 2000;
const PER_DAY = 3;

let app: TestApp;
let agent: Agent;
let userId: string;
let post: string;
let today: number;
let reads: mongo.Document[];

const interaction = (age: number, referralSource: string, viewDuration: number) => {
  const at = new Date(today - age * DAY + 1000);
  return {
    post: new Types.ObjectId(post),
    user: new Types.ObjectId(),
    liked: true,
    likedAt: at,
    viewed: true,
    viewedAt: at,
    viewDuration,
    referralSource,
    createdAt: at,
    updatedAt: at,
  };
};

beforeAll(async () => {
  app = await createTestApp({ config: { mongo: { monitorCommands: true } } });
  const signedUp = await app.signUp();
  agent = signedUp.agent;
  userId = signedUp.user._id;
  post = (await agent.post('/posts').send({ title: 'Seen by many' })).body.data._id;
  today = Math.floor(app.clock.now().getTime() / DAY) * DAY;
  await app.ctx.models.PostInteraction.collection.insertMany([
    ...Array.from({ length: OLD }, (_, index) => interaction(62 + (index % 28), 'search', 2)),
    // those that are folded, unless the post is liked, do not count
    ...Array.from({ length: 5 }, () => interaction(92, 'direct', 100)),
    ...Array.from({ length: 7 * PER_DAY }, (_, index) => interaction(index % 7, 'direct', 4)),
  ]);
  // An unliked post keeps the time of its former like.
  await app.ctx.models.PostInteraction.collection.insertOne({ ...interaction(0, 'direct', 4), liked: false });
  reads = watchReads(app, 'postinteractions');
});
afterAll(() => app.close());

const examined = async () => {
  const each = await Promise.all(reads.splice(0).map((command) => explain(app, command)));
  return {
    docs: each.reduce((sum, { totalDocsExamined }) => sum + totalDocsExamined, 0),
    keys: each.reduce((sum, { totalKeysExamined }) => sum + totalKeysExamined, 0),
  };
};

it('a post’s chart reads only entries of its days, and its readers a limited number of views', async () => {
  const { data } = (await agent.get(`/post-interactions/${post}/analytics`)).body;
  expect(data.chartData.map(({ views, likes }: { views: number; likes: number }) => [views, likes])).toEqual([
    ...Array.from({ length: 6 }, () => [PER_DAY, PER_DAY]),
    [PER_DAY + 1, PER_DAY],
  ]);
  expect(data.referrals).toEqual({ search: OLD, direct: 7 * PER_DAY + 1 });
  expect(data.avgViewDuration).toBe(2);

  const readers = reads.findIndex(({ pipeline }) => '$sort' in pipeline[1]);
  expect(reads[readers]!['pipeline'][2]).toEqual({ $limit: ANALYTICS_VIEWS_MAX });
  reads.splice(readers, 1);
  expect(reads).toHaveLength(2);
  const { docs, keys } = await examined();
  expect(docs).toBeLessThanOrEqual(14 * PER_DAY + 1);
  // MongoDB may read the key after a range to find its end.
  expect(keys).toBeLessThanOrEqual(14 * (PER_DAY + 2) + 1);
});

it("a user's chart and growth read no interactions, for any number of them", async () => {
  await app.ctx.boards.totals.run();
  reads.length = 0;
  const { data } = (await app.agent().get(`/posts/analytics/user/${userId}`)).body;
  expect(data.chartData.map(({ views }: { views: number }) => views)).toEqual([
    ...Array.from({ length: 6 }, () => PER_DAY),
    PER_DAY + 1,
  ]);
  expect(data.monthlyGrowth).toBe(100);
  expect(reads).toEqual([]);
});
