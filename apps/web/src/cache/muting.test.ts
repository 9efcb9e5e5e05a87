import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { idOf } from '../testing/make-post';
import { noteServerTime } from '../lib/server-clock';
import { DAY, MINUTE } from '../lib/time';
import { useMuted, readMuted, keepMuted } from './muted-store';
import { muteWord } from './muting';

afterEach(() => {
  vi.unstubAllEnvs();
  noteServerTime(new Date().toUTCString());
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
  muteWord(viewerId, { word: 'football' }, days);
  expect(readMuted(viewerId)).toEqual([{ word: 'football', until: new Date(until).toISOString() }]);
});

it.each([-2 * DAY, 2 * DAY])(
  'mutes a word for days by the server’s clock, which is %i ms off [B41-14]',
  (by) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T12:00:00Z') });
    noteServerTime(new Date(Date.now() + by).toUTCString());
    const viewerId = idOf(901);
    muteWord(viewerId, { word: 'football' }, 1);
    const until = new Date(Date.parse('2026-11-26T12:00:00Z') + by).toISOString();
    expect(readMuted(viewerId)).toEqual([{ word: 'football', until }]);
  },
);

it('shows a word again when its time ends while the page is open', () => {
  vi.useFakeTimers({ now: new Date('2026-11-25T12:00:00Z') });
  const [soon, later] = [2 * MINUTE, DAY].map((by) => new Date(Date.now() + by).toISOString());
  const { result } = renderHook(useMuted);
  act(() =>
    keepMuted('', [
      { word: 'football', until: soon! },
      { word: 'storms', until: later! },
      { word: 'spiders', until: null },
    ]),
  );
  const words = () => result.current.map(({ word }) => word);
  expect(words()).toEqual(['football', 'storms', 'spiders']);
  act(() => void vi.advanceTimersByTime(2 * MINUTE));
  expect(words()).toEqual(['storms', 'spiders']);
});
