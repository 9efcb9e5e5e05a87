import { describe, expect, it } from 'vitest';
import { InFlightLimit } from './in-flight-limit.js';

/** Answers at a latency, ten in each of so many quarters of a second. */
function answer(limit: InFlightLimit, latency: number, periods: number, from = 0): number {
  let now = from;
  for (let index = 0; index < periods * 10; index += 1) {
    now += 25;
    limit.record(latency, now);
  }
  return now;
}

describe('InFlightLimit', () => {
  it('stays at its largest while answers come in time', () => {
    const limit = new InFlightLimit(200);
    answer(limit, 40, 20);
    expect(limit.current).toBe(200);
  });

  it('shrinks while they come late, but never to nothing', () => {
    const limit = new InFlightLimit(200);
    const now = answer(limit, 900, 3);
    expect(limit.current).toBeLessThan(110);
    answer(limit, 900, 100, now);
    expect(limit.current).toBe(8);
  });

  it('grows back within five seconds', () => {
    const limit = new InFlightLimit(200);
    const now = answer(limit, 5000, 100);
    answer(limit, 40, 20, now);
    expect(limit.current).toBe(200);
  });

  it('never exceeds a largest that is small', () => {
    const limit = new InFlightLimit(2);
    answer(limit, 5000, 10);
    expect(limit.current).toBe(2);
  });
});
