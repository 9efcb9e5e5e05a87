import { beforeEach, describe, expect, it } from 'vitest';
import { createFeedSeed } from './feed-seed';

describe('feed seed', () => {
  beforeEach(() => window.sessionStorage.clear());
  const storage = () => window.sessionStorage;

  it('is created on first use below 1,000,000 and kept for the session', () => {
    const first = createFeedSeed(storage, () => 0.999_999_9).get();
    expect(first).toBe(999_999);
    expect(createFeedSeed(storage, () => 0.1).get()).toBe(999_999);
  });

  it('is replaced by the seed that the server returns; seed 0 is a seed', () => {
    const seed = createFeedSeed(storage, () => 0.5);
    seed.get();
    seed.replace(0);
    expect(seed.get()).toBe(0);
    seed.replace(1_000_000);
    seed.replace(Number.NaN);
    expect(seed.get()).toBe(0);
  });

  it('is drawn anew after it was cleared', () => {
    const numbers = [0.1, 0.2];
    const seed = createFeedSeed(storage, () => numbers.shift() ?? 0);
    expect(seed.get()).toBe(100_000);
    seed.clear();
    expect(seed.get()).toBe(200_000);
  });

  it('ignores nonsense in the storage and lives without one', () => {
    window.sessionStorage.setItem('feed-seed', 'abc');
    expect(createFeedSeed(storage, () => 0.3).get()).toBe(300_000);
    const refused = createFeedSeed(
      () => {
        throw new Error('denied');
      },
      () => 0.4,
    );
    expect(refused.get()).toBe(400_000);
    expect(refused.get()).toBe(400_000);
  });
});
