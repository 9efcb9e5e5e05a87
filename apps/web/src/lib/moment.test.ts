import { afterEach, expect, it, vi } from 'vitest';
import { formatMoment, formatSuspensionEnd } from './moment';

afterEach(() => {
  vi.unstubAllEnvs();
});

const plain = (text: string) => text.replace(/\s/gu, ' ');

it.each([
  [undefined, 'November 27, 2026 at 11:30 PM UTC'],
  ['UTC', 'November 27, 2026 at 11:30 PM UTC'],
  ['Europe/Berlin', 'November 28, 2026 at 12:30 AM GMT+1'],
  ['Asia/Kolkata', 'November 28, 2026 at 5:00 AM GMT+5:30'],
])('writes a time with its zone, %s [B41-16]', (zone, text) => {
  expect(plain(formatMoment('2026-11-27T23:30:00.000Z', zone))).toBe(text);
});

it('writes the end of a suspension in UTC wherever it is read [B41-16]', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  expect(plain(formatSuspensionEnd('2026-11-27T23:30:00.000Z'))).toBe('November 27, 2026 at 11:30 PM UTC');
});

it('writes nothing for what is no time', () => {
  expect(formatMoment('soon')).toBe('');
});
