import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { givenTime, isoDate } from './common.js';
import { queryDay } from './query-fields.js';
import { isTimeZone } from './time-zone.js';

const time = givenTime('until');
const messageOf = (value: unknown) => time.safeParse(value).error?.issues[0]?.message;

describe('a time in a body', () => {
  it.each([
    ['2026-11-28T00:17:54Z', '2026-11-28T00:17:54.000Z'],
    ['2026-11-28T01:17:54+01:00', '2026-11-28T00:17:54.000Z'],
    ['2026-11-28T01:17:54.5-03:30', '2026-11-28T04:47:54.500Z'],
    ['2028-02-29T23:30:00+01:00', '2028-02-29T22:30:00.000Z'],
    ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00.000Z'],
  ])('%s is %s [B34-6]', (given, utc) => expect(time.parse(given)).toBe(utc));

  it.each([
    '2026-11-31T10:00:00Z',
    '2027-02-29T10:00:00Z',
    '2027-02-30T00:00:00+01:00',
    '2100-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-11-00T00:00:00Z',
    '2026-11-28T24:00:00Z',
    '2026-11-28T10:60:00Z',
    '2026-11-28T10:00:60Z',
    '2026-11-28T10:00:00+24:00',
    '2026-11-28T10:00:00+01:60',
    '9999-12-31T23:59:59-01:00',
    '0000-01-01T00:00:00+01:00',
  ])('%s is rejected, because it does not exist [B34-6]', (given) => {
    expect(messageOf(given)).toBe('until must be a time that exists');
    expect(isoDate.safeParse(given).success).toBe(false);
  });

  it.each(['2026-11-28T10:00:00', '2026-11-28', 'tomorrow', '', '20261128T100000Z', ' 2026-11-28T00:17:54Z'])(
    '%j is rejected, because it has no offset or is none [B34-6]',
    (given) => {
      expect(messageOf(given)).toBe('until must be a time with its offset, such as 2026-11-26T10:00:00Z');
    },
  );

  it('is the same instant, written in UTC [B34-6]', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(1970, 0), max: Date.UTC(9998, 0) }),
        fc.integer({ min: -1439, max: 1439 }),
        (at, offset) => {
          const local = new Date(at + offset * 60_000).toISOString().slice(0, -1);
          const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) =>
            String(part).padStart(2, '0'),
          );
          expect(time.parse(`${local}${offset < 0 ? '-' : '+'}${hours}:${minutes}`)).toBe(
            new Date(at).toISOString(),
          );
        },
      ),
    );
  });
});

it.each(['2026-11-31', '2027-02-29', '2026-13-01'])('a query rejects the day %s [B34-6]', (day) => {
  expect(queryDay('date').safeParse(day).success).toBe(false);
});

it.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Asia/Calcutta', true],
  ['Mars/Olympus', false],
  ['', false],
  ['x'.repeat(10_000), false],
])('knows whether %j is a time zone', (name, is) => expect(isTimeZone(name)).toBe(is));
