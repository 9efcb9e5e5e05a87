import { afterEach, expect, it, vi } from 'vitest';
import { ownZone } from './own-zone';

afterEach(() => vi.restoreAllMocks());

it.each([
  ['Europe/Kyiv', 'Europe/Kyiv'],
  ['Etc/Unknown', 'UTC'],
])('takes the zone %s of the browser as %s', (timeZone, expected) => {
  const options = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone });
  expect(ownZone()).toBe(expected);
});
