import { describe, expect, it } from 'vitest';
import { createGate } from '../../testing/gate.js';
import { createConcurrencyLimit } from './concurrency.js';

const busy = { code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 };

describe('a concurrency limit', () => {
  it('rejects with 503 when full, and accepts more when a slot is free', async () => {
    const limit = createConcurrencyLimit(2);
    const gate = createGate();
    const held = [1, 2].map((number) => limit.run(() => gate.pass().then(() => number)));
    expect(limit.isFull()).toBe(true);
    await expect(limit.run(() => Promise.resolve())).rejects.toMatchObject(busy);
    gate.open();
    expect(await Promise.all(held)).toEqual([1, 2]);
    expect(limit.isFull()).toBe(false);
    expect(await limit.run(() => Promise.resolve('done'))).toBe('done');
  });

  it('releases the slot of failed work', async () => {
    const limit = createConcurrencyLimit(1);
    await expect(limit.run(() => Promise.reject(new Error('It broke')))).rejects.toThrow('It broke');
    expect(limit.isFull()).toBe(false);
  });

  it('rejects further work of one user with 429 and leaves slots to others', () => {
    const limit = createConcurrencyLimit(3, 2);
    const first = limit.acquire('a');
    limit.acquire('a');
    expect(() => limit.acquire('a')).toThrow(
      expect.objectContaining({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 5 }),
    );
    limit.acquire('b');
    expect(() => limit.acquire('b')).toThrow(expect.objectContaining(busy));
    first();
    first();
    limit.acquire('b');
    expect(() => limit.acquire('a')).toThrow(expect.objectContaining(busy));
  });
});
