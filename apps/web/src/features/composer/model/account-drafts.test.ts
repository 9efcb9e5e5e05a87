import { afterEach, expect, it } from 'vitest';
import { publishingOn, publishingWords } from './account-drafts';

const former = process.env['TZ'];
const live = (zone: string) => (process.env['TZ'] = zone);
afterEach(() => {
  process.env['TZ'] = former;
  if (former === undefined) delete process.env['TZ'];
});

it('names the ends of a day where the user is, also when clocks change in it', () => {
  live('Europe/Berlin');
  expect(publishingOn('2026-10-25', '')).toEqual({
    from: '2026-10-24T22:00:00.000Z',
    until: '2026-10-25T22:59:00.000Z',
  });
  expect(publishingOn('2026-11-02', '09:00').from).toBe('2026-11-02T08:00:00.000Z');
  // midnight does not exist on this day
  live('Africa/Cairo');
  expect(publishingOn('2026-04-24', '').from).toBe('2026-04-23T22:00:00.000Z');
});

it('says when a post is published, in the time of the place where the user is now', () => {
  const words = (from: string, until: string) => publishingWords({ from, until });
  live('UTC');
  const day = ['2026-11-05T00:00:00.000Z', '2026-11-05T23:59:00.000Z'] as const;
  expect(words(...day)).toMatch(/^Thursday.*, at a random minute$/);
  expect(words(day[0], day[0])).toMatch(/^Thursday, November 5, 2026/);
  const abroad = ['2026-11-05T05:00:00.000Z', '2026-11-06T04:59:00.000Z'] as const;
  expect(words(...abroad)).toMatch(/^At a random minute from Thursday.*5:00.* to Friday.*4:59/);
});
