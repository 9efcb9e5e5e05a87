import { afterEach, expect, it, vi } from 'vitest';
import { idOf } from '../testing/make-post';
import { readMuted } from './muted-store';
import { muteWord } from './muting';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

it.each([
  ['over the end of summer time', '2026-10-24T10:00:00+02:00', 1, '2026-10-25T10:00:00+01:00'],
  ['over its beginning', '2027-03-27T10:00:00+01:00', 7, '2027-04-03T10:00:00+02:00'],
  ['into the skipped hour', '2027-03-27T02:30:00+01:00', 1, '2027-03-28T03:30:00+02:00'],
  ['over both', '2026-10-20T23:59:00+02:00', 30, '2026-11-19T23:59:00+01:00'],
])('mutes a word for days by the clock %s [B41-14]', (_what, from, days, until) => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(from) });
  const viewerId = idOf(900);
  muteWord(viewerId, { word: 'football' }, days, new Date(from));
  expect(readMuted(viewerId)).toEqual([{ word: 'football', until: new Date(until).toISOString() }]);
});
