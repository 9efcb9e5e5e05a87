import type { Post, ReactionState } from '@social-feed/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Agent, type TestApp } from '../testing/test-app.js';

const UNKNOWN = '0123456789abcdef01234567';

let app: TestApp;
let ada: Agent;
let ben: Agent;
let cleo: Agent;
let post: string;

const write = async (by: Agent = ada) =>
  ((await by.post('/posts').send({ title: 'Blue hour' })).body.data as Post)._id;

beforeAll(async () => {
  app = await createTestApp();
  [ada, ben, cleo] = [(await app.signUp()).agent, (await app.signUp()).agent, (await app.signUp()).agent];
});
afterAll(() => app.close());
beforeEach(async () => {
  post = await write();
});

async function call(agent: Agent, path: string, body?: object): Promise<ReactionState> {
  const answer = await agent.post(path).send(body ?? {});
  expect(answer.status).toBe(200);
  return answer.body.data as ReactionState;
}
const like = (agent = ben) => call(agent, `/post-interactions/${post}/like`);

describe('views', () => {
  const view = (agent: Agent, body: object = {}) => agent.post(`/post-interactions/${post}/view`).send(body);

  it('count once per user', async () => {
    const first = await view(ben, { viewDuration: 2.5, referralSource: 'home', feed: true });
    expect(first.body.data).toEqual({ viewAdded: true, totalViews: 1 });
    const again = await view(ben);
    expect(again.status).toBe(200);
    expect(again.body.data).toEqual({ viewAdded: false, totalViews: 1 });
    expect(again.body.message).toContain('already');
    expect((await view(cleo)).body.data).toEqual({ viewAdded: true, totalViews: 2 });
  });

  it('of the author never count', async () => {
    const answer = await view(ada);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ viewAdded: false, totalViews: 0 });
    expect(answer.body.message).toContain('Self-view');
  });

  it.each([
    [{ viewDuration: 'long' }, 'viewDuration must be a number of seconds'],
    [{ viewDuration: -1 }, 'viewDuration must not be negative'],
    [{ referralSource: ['a'] }, 'referralSource must be text'],
    [{ referralSource: 'x'.repeat(101) }, 'referralSource is too long'],
  ])('refuse %j', async (body, message) => {
    const answer = await view(ben, body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(message);
    expect(((await ada.get(`/posts/${post}`)).body.data as Post).views).toBe(0);
  });
});

describe('batch views', () => {
  it('answer in the order of the list, whatever counts', async () => {
    const [own, seen] = [await write(ben), await write(cleo)];
    await ben.post(`/post-interactions/${seen}/view`).send({});
    const answer = await ben
      .post('/post-interactions/batch-views')
      .send({
        postViews: [own, post, UNKNOWN, seen, post.toUpperCase()].map((postId) => ({
          postId,
          viewDuration: 1,
        })),
      });
    expect(answer.status).toBe(200);
    expect(answer.body.data.results).toEqual([
      { postId: own, viewAdded: false, totalViews: 0 },
      { postId: post, viewAdded: true, totalViews: 1 },
      { postId: UNKNOWN, viewAdded: false, totalViews: 0 },
      { postId: seen, viewAdded: false, totalViews: 1 },
      { postId: post, viewAdded: false, totalViews: 1 },
    ]);
  });

  it.each([
    [{}, 'postViews must be a list'],
    [{ postViews: [] }, 'postViews must not be empty'],
    [{ postViews: [{ postId: 'x' }] }, 'Invalid post ID'],
    [{ postViews: [{ postId: 7 }] }, 'Invalid post ID'],
    [{ postViews: [{ viewDuration: 1 }] }, 'Post ID is required'],
    [{ postViews: [{ postId: '' }] }, 'Post ID is required'],
    [{ postViews: new Array(51).fill({ postId: UNKNOWN }) }, 'At most 50 views at once'],
  ])('refuse %j', async (body, message) => {
    const answer = await ben.post('/post-interactions/batch-views').send(body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(message);
  });
});

describe('analytics', () => {
  it('are counted for the owner', async () => {
    await ben.post(`/post-interactions/${post}/view`).send({ viewDuration: 3, referralSource: 'Home' });
    await cleo.post(`/post-interactions/${post}/view`).send({ viewDuration: 6 });
    await like(ben);
    await ben.post('/comments').send({ postId: post, body: 'Hello' });
    const answer = await ada.get(`/post-interactions/${post}/analytics`);
    expect(answer.status).toBe(200);
    const { chartData, ...figures } = answer.body.data;
    expect(figures).toEqual({
      postId: post,
      totalViews: 2,
      likes: 1,
      dislikes: 0,
      comments: 1,
      shares: 0,
      saves: 0,
      engagementRate: 50,
      avgViewDuration: 4.5,
      referrals: { home: 1, direct: 1 },
    });
    expect(chartData).toHaveLength(7);
    expect(chartData[6]).toEqual({ date: app.clock.now().toISOString().slice(0, 10), views: 2, likes: 1 });
  });

  it('are zeros for a post that nobody saw', async () => {
    const { data } = (await ada.get(`/post-interactions/${post}/analytics`)).body;
    expect(data).toMatchObject({ totalViews: 0, engagementRate: 0, avgViewDuration: 0, referrals: {} });
  });

  it('are refused to others', async () => {
    const answer = await ben.get(`/post-interactions/${post}/analytics`);
    expect(answer.status).toBe(403);
    expect(answer.body.message).toBe('Permission denied');
  });
});
