import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../platform/time.js';
import { appScene } from '../../testing/scene.js';

// One sixtieth: one use in the database, which counts twenty calls.
const scene = appScene({ config: { rateLimitFactor: 1 / 60 } });

describe('discovering members', () => {
  it('by user name or search has one rate limit per address', async () => {
    const { userName } = (await scene.app.signUp()).user;
    const statuses: number[] = [];
    for (let calls = 0; calls < 20; calls += 1) {
      statuses.push((await scene.app.agent().get(`/users/username/${userName}`)).status);
      statuses.push((await scene.app.agent().get('/search/people?q=a')).status);
    }
    expect(statuses.indexOf(429)).toBe(39);
    const refused = await scene.app.agent().get(`/users/username/${userName}`);
    expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    scene.app.clock.advance(MINUTE);
    expect((await scene.app.agent().get(`/users/username/${userName}`)).status).toBe(200);
  });
});
