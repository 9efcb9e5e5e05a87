import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchBody, type BodyPace } from './body-pace.js';
import type { AppError } from './errors.js';

const PACE: BodyPace = { window: 15_000, bytes: 60_000, within: 300_000, most: 10_000_000 };

/** A request that has brought so many bytes; its head came before the watch began. */
function begin(pace: BodyPace = PACE) {
  const req = { socket: { bytesRead: 500 }, complete: false };
  const refused: AppError[] = [];
  const stop = watchBody(req as unknown as IncomingMessage, pace, (error) => refused.push(error));
  const send = (bytes: number) => {
    req.socket.bytesRead += bytes;
  };
  return { req, refused, stop, send };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('watchBody', () => {
  it('lets a slow but steady sender have its five minutes, and no more', () => {
    const { refused, send } = begin();
    for (let second = 0; second < 299; second += 1) {
      send(5000);
      vi.advanceTimersByTime(1000);
    }
    expect(refused).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(refused).toMatchObject([{ code: 'REQUEST_TIMEOUT', status: 408 }]);
  });

  it('refuses whoever sends less than the pace, also after a good start, and once only', () => {
    const { refused, send } = begin();
    send(2_000_000);
    vi.advanceTimersByTime(15_000);
    expect(refused).toEqual([]);
    send(59_999);
    vi.advanceTimersByTime(15_000);
    expect(refused).toMatchObject([{ code: 'REQUEST_TIMEOUT' }]);
    vi.advanceTimersByTime(600_000);
    expect(refused).toHaveLength(1);
  });

  it('refuses what goes on without end', () => {
    const { refused, send } = begin();
    send(PACE.most + 1);
    vi.advanceTimersByTime(15_000);
    expect(refused).toMatchObject([{ code: 'PAYLOAD_TOO_LARGE', status: 413 }]);
  });

  it('ends with the body, or when it is told to', () => {
    const whole = begin();
    whole.req.complete = true;
    const stopped = begin();
    stopped.stop();
    vi.advanceTimersByTime(600_000);
    expect([whole.refused, stopped.refused]).toEqual([[], []]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
