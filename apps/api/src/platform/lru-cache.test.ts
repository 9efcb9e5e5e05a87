import { afterEach, expect, it, vi } from 'vitest';
import { rememberFor } from './lru-cache.js';

afterEach(() => {
  vi.useRealTimers();
});

it('caches for the given time', () => {
  vi.useFakeTimers();
  const memory = rememberFor<string>(1000);
  memory.set('a', 'one');
  vi.advanceTimersByTime(999);
  expect([memory.get('a'), memory.get('b')]).toEqual(['one', undefined]);
  vi.advanceTimersByTime(1);
  expect(memory.get('a')).toBeUndefined();
});

it('caches nothing for a time of 0', () => {
  const memory = rememberFor<string>(0);
  memory.set('a', 'one');
  expect(memory.get('a')).toBeUndefined();
});
