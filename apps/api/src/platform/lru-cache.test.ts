import { afterEach, expect, it, vi } from 'vitest';
import { cacheFor } from './lru-cache.js';

afterEach(() => {
  vi.useRealTimers();
});

it('caches for the given time', () => {
  vi.useFakeTimers();
  const memory = cacheFor<string>(1000);
  memory.set('a', 'one');
  vi.advanceTimersByTime(999);
  expect([memory.get('a'), memory.get('b')]).toEqual(['one', undefined]);
  vi.advanceTimersByTime(1);
  expect(memory.get('a')).toBeUndefined();
});

it('caches nothing for a time of 0', () => {
  const memory = cacheFor<string>(0);
  memory.set('a', 'one');
  expect(memory.get('a')).toBeUndefined();
});
