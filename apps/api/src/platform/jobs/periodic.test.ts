import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Periodic } from './periodic.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const log = pino({ level: 'silent' });

function work(run: () => Promise<unknown>) {
  return new Periodic({ name: 'work', every: 1000, nudgeDelay: 50, run, log });
}

describe('periodic work', () => {
  it('runs at the start and again after each pause', async () => {
    const run = vi.fn(() => Promise.resolve());
    const periodic = work(run);
    periodic.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(run).toHaveBeenCalledTimes(3);
    await periodic.dispose();
    await vi.advanceTimersByTimeAsync(5000);
    expect(run).toHaveBeenCalledTimes(3);
  });

  it('runs once soon for many nudges', async () => {
    const run = vi.fn(() => Promise.resolve());
    const periodic = work(run);
    periodic.start();
    await vi.advanceTimersByTimeAsync(0);
    for (let i = 0; i < 20; i += 1) periodic.nudge();
    await vi.advanceTimersByTimeAsync(60);
    expect(run).toHaveBeenCalledTimes(2);
    await periodic.dispose();
  });

  it('never runs twice at once, and runs again for a nudge that came meanwhile', async () => {
    const ends: (() => void)[] = [];
    const run = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
    const periodic = work(run);
    periodic.start();
    await vi.advanceTimersByTimeAsync(0);
    periodic.nudge();
    await vi.advanceTimersByTimeAsync(5000);
    expect(run).toHaveBeenCalledTimes(1);
    ends[0]!();
    await vi.advanceTimersByTimeAsync(50);
    expect(run).toHaveBeenCalledTimes(2);
    ends[1]!();
    await periodic.dispose();
  });

  it('goes on after a failure', async () => {
    const run = vi.fn(() => Promise.resolve()).mockRejectedValueOnce(new Error('database away'));
    const periodic = work(run);
    periodic.start();
    await vi.advanceTimersByTimeAsync(1000);
    expect(run).toHaveBeenCalledTimes(2);
    await periodic.dispose();
  });

  it('is not kept from ending by a run that hangs', async () => {
    const periodic = work(() => new Promise(() => undefined));
    periodic.start();
    await vi.advanceTimersByTimeAsync(0);
    const ended = vi.fn();
    void periodic.dispose().then(ended);
    await vi.advanceTimersByTimeAsync(2000);
    expect(ended).toHaveBeenCalled();
  });
});
