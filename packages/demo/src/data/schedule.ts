import { DEMO_EPOCH, DEMO_SEED, HISTORY_DAYS } from './people.js';
import { randomFor } from './random.js';
import type { DemoOptions } from './types.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Weight of posts by hour of the day (UTC), in three-hour blocks. */
const HOURS: readonly (readonly [number, number])[] = [
  [0, 2],
  [3, 3],
  [6, 12],
  [9, 13],
  [12, 15],
  [15, 15],
  [18, 21],
  [21, 12],
];

/**
 * Date of a post. Higher numbers are later. The community grows, so recent months have more posts, and most posts
 * fall into waking hours.
 */
export function createdAtOf(index: number, options: DemoOptions): Date {
  const random = randomFor(DEMO_SEED, 'date', index);
  const now = DEMO_EPOCH.getTime();
  const total = Math.max(1, options.total);
  const share = (Math.min(index, total - 1) + random.next()) / total;
  const age = HISTORY_DAYS * (1 - share ** 0.72);
  if (age < 1) {
    // The last day keeps its order and ends a few minutes before the current time.
    return new Date(
      now - Math.floor(age * DAY_MS) - (2 * MINUTE_MS + Math.floor(random.next() * 4 * MINUTE_MS)),
    );
  }
  const midnight = Math.floor((now - age * DAY_MS) / DAY_MS) * DAY_MS;
  const hour = random.weighted(HOURS) + 3 * random.next();
  return new Date(
    Math.min(midnight + Math.floor(hour * 60) * MINUTE_MS + random.int(0, 59_999), now - DAY_MS / 2),
  );
}

/** Author of a post. A few users write often, most occasionally. */
export function authorOf(index: number, options: DemoOptions): number {
  const random = randomFor(DEMO_SEED, 'author', index);
  const rank = Math.floor(options.people * random.next() ** 1.6);
  // Spreads the active authors over all numbers, so that they are not the first ones.
  return (rank * strideFor(options.people) + 8) % options.people;
}

/** A step near 0.38 of `people` that is coprime to it, so that stepping visits every user once. */
function strideFor(people: number): number {
  let stride = Math.max(1, Math.round(people * 0.38));
  while (greatestDivisor(stride, people) !== 1) stride += 1;
  return stride;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
