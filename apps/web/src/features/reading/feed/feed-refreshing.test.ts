import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useHomeStore } from './feed-refresh';

const { refresh } = useHomeStore.getState();
const state = () => {
  const { refreshing, noticeShown } = useHomeStore.getState();
  return { refreshing, noticeShown };
};

beforeEach(() => {
  vi.useFakeTimers();
  useHomeStore.setState({ refreshing: false, noticeShown: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a refresh', () => {
  it.each([
    { compact: false, idle: 1000, notice: 2500 },
    { compact: true, idle: 1200, notice: 2000 },
  ])(
    'is idle after $idle ms and hides its notice after $notice (compact: $compact) [F4-1]',
    async (numbers) => {
      const { compact, idle, notice } = numbers;
      const done = refresh(() => Promise.resolve(), compact);
      expect(state()).toEqual({ refreshing: true, noticeShown: true });
      await vi.advanceTimersByTimeAsync(idle - 1);
      expect(state().refreshing).toBe(true);
      await vi.advanceTimersByTimeAsync(1);
      expect(state()).toEqual({ refreshing: false, noticeShown: true });
      expect(await done).toBe(true);
      await vi.advanceTimersByTimeAsync(notice - idle - 1);
      expect(state().noticeShown).toBe(true);
      await vi.advanceTimersByTimeAsync(1);
      expect(state().noticeShown).toBe(false);
    },
  );

  it('lasts until its posts have loaded', async () => {
    const load = () => new Promise<void>((resolve) => setTimeout(resolve, 5000));
    void refresh(load, false);
    await vi.advanceTimersByTimeAsync(4999);
    expect(state()).toEqual({ refreshing: true, noticeShown: false });
    await vi.advanceTimersByTimeAsync(1);
    expect(state().refreshing).toBe(false);
  });

  it('is ignored during another refresh and allowed after it [F4-2]', async () => {
    const load = vi.fn(() => Promise.resolve());
    void refresh(load, false);
    expect(await refresh(load, false)).toBe(false);
    expect(load).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1000);
    void refresh(load, false);
    expect(load).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1000);
  });

  it('logs a failure and resets the interface [F4-3 F8-26]', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const done = refresh(() => Promise.reject(new Error('HTTP 500: boom')), false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await done).toBe(false);
    expect(useHomeStore.getState().refreshing).toBe(false);
    expect(warn).toHaveBeenCalledExactlyOnceWith('Refreshing the feed failed: HTTP 500: boom');
    const again = refresh(() => Promise.resolve(), false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await again).toBe(true);
  });
});
