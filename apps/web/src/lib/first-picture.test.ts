import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterPicture, expectPicture, firstPicture, noteFirstPicture } from './first-picture';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  noteFirstPicture();
  vi.useRealTimers();
});

it('what is for later is loaded at once on a page that waits for no picture', async () => {
  expect(firstPicture).toBeUndefined();
  await expect(afterPicture(() => Promise.resolve('part'))).resolves.toBe('part');
});

it('what is for later waits for the first picture', async () => {
  const load = vi.fn(() => Promise.resolve('part'));
  expectPicture();
  const part = afterPicture(load);
  await vi.advanceTimersByTimeAsync(9999);
  expect(load).not.toHaveBeenCalled();
  noteFirstPicture();
  await expect(part).resolves.toBe('part');
  expect(firstPicture).toBeUndefined();
});

it('a picture that never comes is waited for ten seconds', async () => {
  const load = vi.fn(() => Promise.resolve('part'));
  expectPicture();
  const part = afterPicture(load);
  await vi.advanceTimersByTimeAsync(9999);
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await expect(part).resolves.toBe('part');
});

it('a part that does not come fails as ever', async () => {
  await expect(afterPicture(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});
