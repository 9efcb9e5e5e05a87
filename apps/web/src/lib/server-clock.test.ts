import { act, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { formatCommentTime, timeAgo } from './ago';
import { formatPostTime } from './format';
import { noteServerTime, serverNow } from './server-clock';
import { useOverTime } from './use-age';
import { DAY, HOUR, MINUTE } from './time';

const device = Date.parse('2026-11-25T12:00:00Z');
/** Reports a server time this many milliseconds off the device's. */
const tell = (by: number) => noteServerTime(new Date(Date.now() + by).toUTCString());

let hidden = false;
beforeEach(() => {
  vi.useFakeTimers({ now: device });
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
});
afterEach(() => {
  hidden = false;
  vi.restoreAllMocks();
  tell(0);
});

it.each([-3 * DAY, 3 * DAY, 5 * MINUTE])('computes ages by the server’s clock, which is %i ms off', (by) => {
  tell(by);
  const now = new Date(device + by).toISOString();
  expect(formatCommentTime(now)).toBe('just now');
  expect(formatPostTime(now)).toBe('now');
  expect(timeAgo(new Date(device + by - 2 * MINUTE).toISOString())).toBe('2m ago');
});

it.each([null, '', 'yesterday'])('ignores the date %o', (date) => {
  tell(DAY);
  noteServerTime(date);
  expect(serverNow()).toBe(device + DAY);
});

it('trusts a device clock that is nearly right', () => {
  tell(20_000);
  expect(serverNow()).toBe(device);
});

const Age = ({ since }: { since: string }) => {
  const age = useOverTime((now) => formatCommentTime(since, now));
  return createElement('time', null, age);
};

it('updates ages with one timer while the tab is visible, and catches up when it is visible again', () => {
  const since = new Date(device).toISOString();
  const { unmount } = render(
    createElement('div', null, createElement(Age, { since }), createElement(Age, { since })),
  );
  expect(vi.getTimerCount()).toBe(1);
  const ages = () => screen.getAllByRole('time').map(({ textContent }) => textContent);
  expect(ages()).toEqual(['just now', 'just now']);
  act(() => void vi.advanceTimersByTime(MINUTE));
  expect(ages()).toEqual(['1m', '1m']);
  hidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(vi.getTimerCount()).toBe(0);
  act(() => void vi.advanceTimersByTime(3 * HOUR));
  expect(ages()).toEqual(['1m', '1m']);
  hidden = false;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(ages()).toEqual(['3h', '3h']);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
