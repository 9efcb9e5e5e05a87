import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterPicture, expectPicture, firstPicture, noteFirstPicture } from './first-picture';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  noteFirstPicture();
  vi.useRealTimers();
});

it('a deferred part loads at once on a page that waits for no picture', async () => {
  expect(firstPicture).toBeUndefined();
  await expect(afterPicture(() => Promise.resolve('part'))).resolves.toBe('part');
});

it('a deferred part waits for the first picture', async () => {
  const load = vi.fn(() => Promise.resolve('part'));
  expectPicture();
  const part = afterPicture(load);
  await vi.advanceTimersByTimeAsync(9999);
  expect(load).not.toHaveBeenCalled();
  noteFirstPicture();
  await expect(part).resolves.toBe('part');
  expect(firstPicture).toBeUndefined();
});

it('a deferred part waits at most ten seconds for a picture', async () => {
  const load = vi.fn(() => Promise.resolve('part'));
  expectPicture();
  const part = afterPicture(load);
  await vi.advanceTimersByTimeAsync(9999);
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await expect(part).resolves.toBe('part');
});

it('a deferred part that fails to load rejects', async () => {
  await expect(afterPicture(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});
