import { expect, it } from 'vitest';
import { appScene } from '../../testing/scene.js';
import { createLimits } from './posts.routes.js';

const scene = appScene({ config: { accountLimitFactor: 1, posts: { perTenMinutes: 2, perDay: 3 } } });

it.each([
  [{ perTenMinutes: 10, perDay: 200 }, [10, 200], [5, 30]],
  [{ perTenMinutes: 3, perDay: 20 }, [3, 20], [3, 20]],
])('posts of a person are limited as the host says, by no more on the first day: %j', (set, usual, first) => {
  const limits = createLimits(set);
  expect(limits.map(({ limit }) => limit)).toEqual(usual);
  expect(limits.map(({ firstDay }) => firstDay)).toEqual(first);
});

it('posts and published drafts share the limit that the host sets [B22-50]', async () => {
  const { agent } = await scene.app.signUp();
  const draft = await agent.post('/drafts').send({ post: { title: 'Later' } });
  expect(draft.status, draft.text).toBe(201);
  expect((await agent.post('/posts').send({ title: 'One' })).status).toBe(201);
  expect((await agent.post('/posts').send({ title: 'Two' })).status).toBe(201);
  expect((await agent.post('/posts').send({ title: 'Three' })).status).toBe(429);
  expect((await agent.post(`/drafts/${draft.body.data._id}/publish`).send({})).status).toBe(429);
});
