import { expect, it } from 'vitest';
import { nextHour } from './time.js';

it.each([
  ['2026-11-26T05:59:59.999Z', 6, '2026-11-26T06:00:00.000Z'],
  ['2026-11-26T06:00:00.000Z', 6, '2026-11-27T06:00:00.000Z'],
  ['2026-12-31T23:30:00.000Z', 0, '2027-01-01T00:00:00.000Z'],
])('the next time after %s at the hour %i is %s', (from, hour, next) => {
  expect(nextHour(new Date(from), hour).toISOString()).toBe(next);
});
