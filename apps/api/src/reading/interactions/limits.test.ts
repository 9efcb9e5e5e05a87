import { describe, expect, it } from 'vitest';
import { insertPosts, insertUser } from '../../testing/content.js';
import { appScene, type Scene } from '../../testing/scene.js';
import type { Agent } from '../../testing/test-app.js';

interface LimitScene extends Scene {
  post: string;
}
const scene = appScene<LimitScene>({ config: { accountLimitFactor: 1 } }, async (filled) => {
  const author = await insertUser(filled.app);
  filled.post = (await insertPosts(filled.app, 1, author._id))[0]!;
});

/** Statuses of calls until one is rejected. */
async function untilRefused(call: () => Promise<{ status: number; headers: Record<string, string> }>) {
  for (let count = 0; count < 1500; count += 1) {
    const answer = await call();
    if (answer.status !== 429) continue;
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.headers['ratelimit']).toContain('r=0');
    return count;
  }
  return Infinity;
}

describe('on the first day of an account', () => {
  it.each([
    ['comments', 15, (agent: Agent) => agent.post('/comments').send({ postId: scene.post, body: 'x' })],
    [
      'post edits',
      20,
      async (agent: Agent) => {
        const { _id } = (await agent.get('/auth/me')).body.user;
        const [own] = (await agent.get(`/posts/user/${_id}`)).body.data;
        const post = own ?? (await agent.post('/posts').send({ title: 'x' })).body.data;
        return agent.put(`/posts/${post._id}`).send({ title: 'y' });
      },
    ],
    [
      'profile edits',
      20,
      async (agent: Agent) => {
        const { _id } = (await agent.get('/auth/me')).body.user;
        return agent.patch(`/users/${_id}`).send({ fullName: 'Another Name' });
      },
    ],
  ] as const)('%s are rejected after %i', async (_name, limit, call) => {
    const { agent } = await scene.app.signUp();
    expect(await untilRefused(() => call(agent))).toBe(limit);
  });

  it('rejected calls store no idempotency key, so that an account cannot fill the store', async () => {
    const { agent } = await scene.app.signUp();
    let key = 0;
    const before = await scene.app.ctx.models.Idempotency.countDocuments();
    const limit = await untilRefused(() => {
      key += 1;
      return agent
        .post('/comments')
        .set('Idempotency-Key', `key ${key}`)
        .send({ postId: scene.post, body: 'x' });
    });
    for (let more = 0; more < 5; more += 1) {
      const again = await agent
        .post('/comments')
        .set('Idempotency-Key', `more ${more}`)
        .send({ postId: scene.post, body: 'x' });
      expect(again.status).toBe(429);
    }
    expect((await scene.app.ctx.models.Idempotency.countDocuments()) - before).toBe(limit);
  });

  it('reactions are rejected after 200 within an hour', async () => {
    const { agent } = await scene.app.signUp();
    const like = () => agent.post(`/post-interactions/${scene.post}/like`);
    const count = await untilRefused(like);
    expect(count).toBeGreaterThanOrEqual(200);
    expect(count).toBeLessThan(220);
    expect((await like()).status).toBe(429);
  }, 90_000);
});
