import { Types } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { runForRequest } from '../request-context.js';
import { MINUTE } from '../time.js';
import { createRateLimiter, type RateLimitHit } from './rate-limit.js';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** In the middle of a window, so that no window ends during a test. */
const middle = Math.floor(Date.now() / MINUTE) * MINUTE + MINUTE / 2;

const limiterOf = (accountFactor = 1, now = () => new Date(middle)) =>
  createRateLimiter({
    connection: app.ctx.connection,
    config: { ...app.ctx.config, rateLimitFactor: 1, accountLimitFactor: accountFactor },
    now,
  });

/** Runs on behalf of a request and returns the header fields it would send. */
async function fieldsOf(run: () => Promise<unknown>): Promise<string[]> {
  const fields: string[] = [];
  const appendHeader = (name: string, value: string) => fields.push(`${name}: ${value}`);
  const context = {
    signal: new AbortController().signal,
    deadlineAt: Infinity,
    answered: false,
    appendHeader,
  };
  await runForRequest(context, run).catch((error: unknown) => fields.push(String(error)));
  return fields;
}

const passed = async (hits: Promise<RateLimitHit>[]) =>
  (await Promise.allSettled(hits)).filter(({ status }) => status === 'fulfilled').length;

describe('a rate limit', () => {
  it('lets through its number of concurrent calls per subject', async () => {
    const limit = { name: 'parallel', limit: 7, window: MINUTE };
    const limiter = limiterOf();
    expect(await passed(Array.from({ length: 30 }, () => limiter.consume(limit, 'a')))).toBe(7);
    expect(await passed(Array.from({ length: 30 }, () => limiter.consume(limit, 'b')))).toBe(7);
  });

  it('restarts with each window, and does not count refunded hits', async () => {
    const limit = { name: 'window', limit: 1, window: MINUTE };
    let now = middle;
    const limiter = limiterOf(1, () => new Date(now));
    const hit = await limiter.consume(limit, 'a');
    await expect(limiter.consume(limit, 'a')).rejects.toMatchObject({ retryAfterSeconds: 30 });
    await hit.refund();
    await hit.refund();
    await limiter.consume(limit, 'a');
    await expect(limiter.consume(limit, 'a')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    now += MINUTE;
    await limiter.consume(limit, 'a');
  });

  it('stores no subject in plain text', async () => {
    await limiterOf().consume({ name: 'hashed', limit: 1, window: MINUTE }, 'somebody@example.org');
    const records = await app.ctx.models.Throttle.find({ _id: /^hashed:/ }).lean();
    expect(records).toHaveLength(1);
    expect(JSON.stringify(records)).not.toContain('somebody');
  });

  it('reports the remaining calls to accounts, and to others only when none are left', async () => {
    const limit = { name: 'told', limit: 2, window: MINUTE };
    const limiter = limiterOf();
    const id = new Types.ObjectId().toHexString();
    const policy = 'RateLimit-Policy: "told";q=2;w=60';
    const account = () => fieldsOf(() => limiter.consumeForAccount(limit, id));
    const refusal = 'AppError: Too many requests. Please try again later';
    expect(await account()).toEqual([policy, 'RateLimit: "told";r=1;t=30']);
    expect(await account()).toEqual([policy, 'RateLimit: "told";r=0;t=30']);
    expect(await account()).toEqual([policy, 'RateLimit: "told";r=0;t=30', refusal]);
    const stranger = () => fieldsOf(() => limiter.consume(limit, 'somebody@example.org'));
    expect([await stranger(), await stranger()]).toEqual([[], []]);
    expect(await stranger()).toEqual([policy, 'RateLimit: "told";r=0;t=30', refusal]);
  });

  it('is lower on the first day of an account, and scaled only by ACCOUNT_LIMIT_FACTOR', async () => {
    const limit = { name: 'new', limit: 5, firstDay: 2, window: MINUTE };
    const limiter = limiterOf(2);
    const born = (hoursAgo: number) =>
      Types.ObjectId.createFromTime(Math.floor(middle / 1000) - hoursAgo * 3600).toHexString();
    const tries = (id: string) =>
      passed(Array.from({ length: 20 }, () => limiter.consumeForAccount(limit, id)));
    expect([await tries(born(23)), await tries(born(25))]).toEqual([4, 10]);
    expect(await passed(Array.from({ length: 20 }, () => limiter.consume(limit, 'factor')))).toBe(5);
  });

  it('counts one use per given number of calls of a subject, and checks every call after a rejection', async () => {
    const limit = { name: 'sampled', limit: 2, window: MINUTE, every: 3 };
    const limiter = limiterOf();
    const uses = async () =>
      (await app.ctx.models.Throttle.find({ _id: /^sampled:/ }).lean()).map(({ count }) => count);
    for (let use = 0; use < 5; use += 1) await limiter.consume(limit, 'ada');
    await limiter.consume(limit, 'ben');
    expect(await uses()).toEqual([1]);
    await limiter.consume(limit, 'ada');
    expect(await uses()).toEqual([2]);
    await limiter.consume(limit, 'ada');
    await limiter.consume(limit, 'ada');
    await expect(limiter.consume(limit, 'ada')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await expect(limiter.consume(limit, 'ada')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await uses()).toEqual([4]);
    await limiter.consume(limit, 'ben');
  });
});
