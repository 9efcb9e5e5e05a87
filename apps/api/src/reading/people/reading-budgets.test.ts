import { expect, it } from 'vitest';
import { peopleScene, writePost } from '../../testing/people.js';
import { createTestApp } from '../../testing/test-app.js';

const scene = peopleScene();
/** Every twentieth request is counted; with a limit of one, this many pass. */
const PASSING = 39;

it.each([
  ['the likes of a post', (post: string) => `/posts/${post}/likes`],
  ['the former texts of a post', (post: string) => `/posts/${post}/history`],
  ['followers', () => `/people/${scene.ada.id}/followers`],
  ['followed people', () => `/people/${scene.ada.id}/following`],
])('%s have a rate limit per address [B2-6]', async (_what, pathOf) => {
  const { _id: post } = await writePost(scene.ada);
  const dbName = scene.app.ctx.connection.name;
  const strict = await createTestApp({ dbName, config: { rateLimitFactor: 0.001 } });
  try {
    await scene.app.ctx.connection.collection('throttles').deleteMany({});
    for (let count = 0; count < PASSING; count += 1) await strict.agent().get(pathOf(post)).expect(200);
    const refused = await strict.agent().get(pathOf(post)).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  } finally {
    await strict.close();
  }
});

it.each(['/people/own', '/notifications/settings', '/notifications'])(
  '%s has a rate limit per account [B2-6]',
  async (path) => {
    const strict = await createTestApp({ config: { accountLimitFactor: 0.001 } });
    try {
      const { agent } = await strict.signUp();
      for (let count = 0; count < PASSING; count += 1) await agent.get(path).expect(200);
      await agent.get(path).expect(429);
    } finally {
      await strict.close();
    }
  },
);
