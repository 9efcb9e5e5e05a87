import type { Post } from '@social-feed/contracts';
import { describe, expect, it } from 'vitest';
import { reactionScene } from '../../testing/reaction-scene.js';
import type { Agent } from '../../testing/test-app.js';

const UNKNOWN = '0123456789abcdef01234567';

const scene = reactionScene();
const { write, like } = scene;

describe('views', () => {
  const view = (agent: Agent, body: object = {}) =>
    agent.post(`/post-interactions/${scene.post}/view`).send(body);

  it('count once per user [F3-8 F4-35 F7-23]', async () => {
    const first = await view(scene.ben, { viewDuration: 2.5, referralSource: 'home', feed: true });
    expect(first.body.data).toEqual({ viewAdded: true, totalViews: 1 });
    const again = await view(scene.ben);
    expect(again.status).toBe(200);
    expect(again.body.data).toEqual({ viewAdded: false, totalViews: 1 });
    expect(again.body.message).toContain('already');
    expect((await view(scene.cleo)).body.data).toEqual({ viewAdded: true, totalViews: 2 });
  });

  it('by the author never count', async () => {
    const answer = await view(scene.ada);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ viewAdded: false, totalViews: 0 });
    expect(answer.body.message).toContain('Self-view');
  });

  it.each([
    [{ viewDuration: 'long' }, 'viewDuration must be a number of seconds'],
    [{ viewDuration: -1 }, 'viewDuration must not be negative'],
    [{ referralSource: ['a'] }, 'referralSource must be text'],
    [{ referralSource: 'x'.repeat(101) }, 'referralSource is too long'],
  ])('reject %j', async (body, message) => {
    const answer = await view(scene.ben, body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(message);
    expect(((await scene.ada.get(`/posts/${scene.post}`)).body.data as Post).views).toBe(0);
  });
});

describe('batch views', () => {
  it('are answered in the order of the list, counted or not [F3-8 F7-24]', async () => {
    const [own, seen] = [await write(scene.ben), await write(scene.cleo)];
    await scene.ben.post(`/post-interactions/${seen}/view`).send({});
    const answer = await scene.ben
      .post('/post-interactions/batch-views')
      .send({
        postViews: [own, scene.post, UNKNOWN, seen, scene.post.toUpperCase()].map((postId) => ({
          postId,
          viewDuration: 1,
        })),
      });
    expect(answer.status).toBe(200);
    expect(answer.body.data.results).toEqual([
      { postId: own, viewAdded: false, totalViews: 0 },
      { postId: scene.post, viewAdded: true, totalViews: 1 },
      { postId: UNKNOWN, viewAdded: false, totalViews: 0 },
      { postId: seen, viewAdded: false, totalViews: 1 },
      { postId: scene.post, viewAdded: false, totalViews: 1 },
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
  ])('reject %j [F5-9]', async (body, message) => {
    const answer = await scene.ben.post('/post-interactions/batch-views').send(body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(message);
  });
});

describe('analytics', () => {
  it('are computed for the owner [F7-22 F7-25]', async () => {
    await scene.ben
      .post(`/post-interactions/${scene.post}/view`)
      .send({ viewDuration: 3, referralSource: 'Home' });
    await scene.cleo.post(`/post-interactions/${scene.post}/view`).send({ viewDuration: 6 });
    await like(scene.ben);
    await scene.ben.post('/comments').send({ postId: scene.post, body: 'Hello' });
    const answer = await scene.ada.get(`/post-interactions/${scene.post}/analytics`);
    expect(answer.status).toBe(200);
    const { chartData, ...figures } = answer.body.data;
    expect(figures).toEqual({
      postId: scene.post,
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
    expect(chartData[6]).toEqual({
      date: scene.app.clock.now().toISOString().slice(0, 10),
      views: 2,
      likes: 1,
    });
  });

  it('are zero for a post without views', async () => {
    const { data } = (await scene.ada.get(`/post-interactions/${scene.post}/analytics`)).body;
    expect(data).toMatchObject({ totalViews: 0, engagementRate: 0, avgViewDuration: 0, referrals: {} });
  });

  it('are rejected for other users', async () => {
    const answer = await scene.ben.get(`/post-interactions/${scene.post}/analytics`);
    expect(answer.status).toBe(403);
    expect(answer.body.message).toBe('Permission denied');
  });
});
