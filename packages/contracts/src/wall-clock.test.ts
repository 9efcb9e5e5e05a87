import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayIn, instantOf, nextWallTime, wallTimeOf } from './wall-clock.js';

const BERLIN = 'Europe/Berlin';
const iso = (date: Date) => date.toISOString().slice(0, 16);

describe('instantOf', () => {
  it.each([
    ['2026-11-28', '07:00', BERLIN, '2026-11-28T06:00', 'once'],
    ['2026-07-28', '07:00', BERLIN, '2026-07-28T05:00', 'once'],
    ['2027-03-14', '02:30', 'America/New_York', '2027-03-14T07:30', 'never'],
    ['2026-10-25', '02:30', BERLIN, '2026-10-25T00:30', 'twice'],
    ['2026-11-28', '07:00', 'Asia/Kolkata', '2026-11-28T01:30', 'once'],
    ['2026-04-24', '00:00', 'Africa/Cairo', '2026-04-23T22:00', 'never'],
    // half an hour
    ['2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:45', 'never'],
    // a whole day
    ['2011-12-30', '12:00', 'Pacific/Apia', '2011-12-30T22:00', 'never'],
    ['2028-02-29', '12:00', 'UTC', '2028-02-29T12:00', 'once'],
  ])('of %s %s in %s is %s, and occurs %s [B34-4]', (date, time, zone, at, occurs) => {
    const found = instantOf({ date, time }, zone);
    expect([iso(found.at), found.occurs]).toEqual([at, occurs]);
  });

  it.each([
    ['2026-11-31', '10:00', BERLIN],
    ['2026-02-29', '10:00', BERLIN],
    ['2026-11-30', '25:00', BERLIN],
    ['2026-11-30', '10:00', 'Mars/Olympus'],
  ])('rejects %s %s in %s', (date, time, zone) => {
    expect(() => instantOf({ date, time }, zone)).toThrow(RangeError);
  });

  it('is what the clocks show, in every zone [B34-4]', () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const at = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2032, 0) });
    fc.assert(
      fc.property(zone, at, (name, time) => {
        const minute = new Date(time - (time % 60_000));
        const shown = wallTimeOf(minute, name);
        const { at: first, occurs } = instantOf(shown, name);
        expect(occurs).not.toBe('never');
        if (occurs === 'once') expect(first).toEqual(minute);
        else expect(wallTimeOf(first, name)).toEqual(shown);
      }),
    );
  });
});

it.each([
  ['2026-10-25', BERLIN, '2026-10-24T22:00', '2026-10-25T22:59'],
  // midnight does not exist
  ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00', '2026-04-24T20:59'],
  // the last hour comes twice
  ['2026-04-04', 'America/Santiago', '2026-04-04T03:00', '2026-04-05T03:59'],
])('the day %s in %s is from %s until %s [B34-4]', (date, zone, from, until) => {
  const day = dayIn(date, zone);
  expect([iso(day.from), iso(day.until)]).toEqual([from, until]);
});

describe('the next time at an hour', () => {
  it.each([
    ['2026-10-24T05:00:00.000Z', BERLIN, '2026-10-25T06:00'],
    ['2026-10-24T04:59:59.999Z', BERLIN, '2026-10-24T05:00'],
    ['2027-03-27T06:00:00.000Z', BERLIN, '2027-03-28T05:00'],
    ['2026-11-28T01:00:00.000Z', 'Asia/Kolkata', '2026-11-28T01:30'],
    ['2026-11-28T01:30:00.000Z', 'America/St_Johns', '2026-11-28T10:30'],
    ['2026-11-28T01:30:00.000Z', 'Pacific/Kiritimati', '2026-11-28T17:00'],
  ])('after %s in %s is %s', (from, zone, next) => {
    expect(iso(nextWallTime(new Date(from), '07:00', zone))).toBe(next);
  });

  it('is that hour all the year, in every zone [B34-5]', () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    fc.assert(
      fc.property(zone, fc.integer({ min: 2024, max: 2031 }), (name, year) => {
        let at = new Date(Date.UTC(year, 0));
        for (let day = 0; day < 366; day += 1) {
          const next = nextWallTime(at, '07:00', name);
          expect(wallTimeOf(next, name).time).toBe('07:00');
          expect(next.getTime() - at.getTime()).toBeGreaterThan(0);
          at = next;
        }
        expect(Math.abs(at.getTime() - Date.UTC(year, 0) - 366 * 86_400_000)).toBeLessThan(26 * 3_600_000);
      }),
      { numRuns: 10 },
    );
  });
});
