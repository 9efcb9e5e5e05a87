import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timeoutSignal } from './timeout-signal.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('timeoutSignal', () => {
  it('aborts after its time, with a TimeoutError', () => {
    const { signal } = timeoutSignal(1000);
    vi.advanceTimersByTime(999);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('aborts with the first of the other signals and its reason', () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const { signal } = timeoutSignal(1000, undefined, first.signal, second.signal);
    second.abort('left');
    first.abort('later');
    expect(signal.reason).toBe('left');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is aborted from the start if another signal is', () => {
    expect(timeoutSignal(1000, AbortSignal.abort('gone')).signal.reason).toBe('gone');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('never aborts after it is cleared', () => {
    const outer = new AbortController();
    const { signal, clear } = timeoutSignal(1000, outer.signal);
    clear();
    outer.abort();
    vi.advanceTimersByTime(2000);
    expect(signal.aborted).toBe(false);
  });
});
