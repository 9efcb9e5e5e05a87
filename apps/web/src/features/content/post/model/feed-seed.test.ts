import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { feedSeed } from './feed-seed';

describe('feed seed', () => {
  beforeEach(() => feedSeed.clear());
  afterEach(() => {
    vi.restoreAllMocks();
    feedSeed.clear();
  });

  it('is created on first use below 1,000,000 and kept for the session [F4-9 F9-42]', async () => {
    expect(feedSeed.get(() => 0.999_999_9)).toBe(999_999);
    vi.resetModules();
    const reloaded = await import('./feed-seed');
    expect(reloaded.feedSeed.get(() => 0.1)).toBe(999_999);
  });

  it('is replaced by the server’s seed, including 0 [F4-10]', () => {
    feedSeed.get(() => 0.5);
    feedSeed.replace(0);
    expect(feedSeed.get()).toBe(0);
    feedSeed.replace(1_000_000);
    feedSeed.replace(Number.NaN);
    expect(feedSeed.get()).toBe(0);
  });

  it('is drawn again after it was cleared', () => {
    expect(feedSeed.get(() => 0.1)).toBe(100_000);
    feedSeed.clear();
    expect(feedSeed.get(() => 0.2)).toBe(200_000);
  });

  it('ignores an invalid stored value, and works without storage', () => {
    window.sessionStorage.setItem('feed-seed', 'abc');
    expect(feedSeed.get(() => 0.3)).toBe(300_000);
    feedSeed.clear();
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('denied');
    });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('denied');
    });
    expect(feedSeed.get(() => 0.4)).toBe(400_000);
    expect(feedSeed.get()).toBe(400_000);
  });
});
