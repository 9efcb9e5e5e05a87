import { afterEach, describe, expect, it } from 'vitest';
import { choiceOf, oddity, publishingOn, publishingWords } from './account-drafts';

const former = process.env['TZ'];
const live = (zone: string) => (process.env['TZ'] = zone);
afterEach(() => {
  process.env['TZ'] = former;
  if (former === undefined) delete process.env['TZ'];
});
const BERLIN = 'Europe/Berlin';
const on = (date: string, time = '', timeZone = BERLIN) => ({ date, time, timeZone });

it('names the ends of a day in its zone, also when clocks change in it', () => {
  expect(publishingOn(on('2026-10-25'))).toEqual({
    from: '2026-10-24T22:00:00.000Z',
    until: '2026-10-25T22:59:00.000Z',
    timeZone: BERLIN,
  });
  expect(publishingOn(on('2026-11-02', '09:00')).from).toBe('2026-11-02T08:00:00.000Z');
  // midnight does not exist on this day
  expect(publishingOn(on('2026-04-24', '', 'Africa/Cairo')).from).toBe('2026-04-23T22:00:00.000Z');
});

it.each(['America/Los_Angeles', 'Pacific/Auckland', 'Asia/Kolkata', BERLIN])(
  'opens a choice of Berlin unchanged in %s [B34-4]',
  (zone) => {
    const chosen = [on('2026-12-08'), on('2026-12-08', '09:30'), on('2027-03-28'), on('2026-10-25')];
    const stored = chosen.map(publishingOn);
    live(zone);
    expect(stored.map(choiceOf)).toEqual(chosen);
    expect(stored.map(choiceOf).map(publishingOn)).toEqual(stored);
  },
);

it('opens a choice without a zone, or in one that is unknown here, in the zone of the browser', () => {
  live('UTC');
  const [from, until] = ['2026-11-05T00:00:00.000Z', '2026-11-05T23:59:00.000Z'];
  expect(choiceOf({ from, until })).toEqual(on('2026-11-05', '', 'UTC'));
  expect(choiceOf({ from, until, timeZone: 'Mars/Olympus' })).toEqual(on('2026-11-05', '', 'UTC'));
});

it.each([
  [on('2027-03-14', '02:30', 'America/New_York'), true, /does not exist/],
  [on('2026-10-25', '02:30'), false, /comes twice/],
])('says what is odd about %j [B34-4]', (choice, isMissing, text) => {
  expect(oddity(choice)).toEqual({ isMissing, text: expect.stringMatching(text) as string });
});
it.each([on('2026-10-25', '09:30'), on('2026-10-25'), on('', '09:30')])('says nothing about %j', (choice) => {
  expect(oddity(choice)).toBeUndefined();
});

describe('when a post is published', () => {
  const words = (from: string, until: string, timeZone?: string) =>
    publishingWords({ from, until, ...(timeZone && { timeZone }) });
  const day = ['2026-11-05T00:00:00.000Z', '2026-11-05T23:59:00.000Z'] as const;

  it('is said in the zone of the browser if no other is known', () => {
    live('UTC');
    expect(words(...day)).toMatch(/^Thursday.*, at a random minute$/);
    expect(words(day[0], day[0])).toMatch(/^Thursday, November 5, 2026/);
    const abroad = ['2026-11-05T05:00:00.000Z', '2026-11-06T04:59:00.000Z'] as const;
    expect(words(...abroad)).toMatch(/^At a random minute from Thursday.*5:00.* to Friday.*4:59/);
  });

  it('is said in the zone of the choice, by name in another one [B34-4]', () => {
    live('UTC');
    const { from, until } = publishingOn(on('2026-11-05'));
    expect(words(from, until, BERLIN)).toBe(
      'Thursday, November 5, at a random minute, Central European Time',
    );
    live(BERLIN);
    expect(words(from, until, BERLIN)).toBe('Thursday, November 5, at a random minute');
  });
});
