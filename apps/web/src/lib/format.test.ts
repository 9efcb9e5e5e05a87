import { describe, expect, it, vi } from 'vitest';
import { formatCommentTime } from './ago';
import {
  AVATAR_HUES,
  compactIn,
  formatCount,
  formatPostTime,
  gradientOf,
  initialsOf,
  shownCount,
  truncate,
} from './format';
import { localeFor } from './locale';
import { DAY, HOUR, MINUTE } from './time';

const now = new Date('2026-06-15T12:00:00.000Z');
const before = (ms: number) => new Date(now.getTime() - ms).toISOString();

describe('formatCount', () => {
  it.each([
    [-3, '0'],
    [0, '0'],
    [999, '999'],
    [1000, '1.0K'],
    [1249, '1.2K'],
    [999_949, '999.9K'],
    [999_950, '999.9K'],
    [999_999, '999.9K'],
    [1_000_000, '1.0M'],
    [2_500_000, '2.5M'],
    [Number.NaN, '0'],
  ])('formats %d as %s [F9-36 A9-27]', (count, text) => {
    expect(formatCount(count)).toBe(text);
  });

  it.each([
    ['de', 999, '999'],
    ['de', 2_540_000, '2,5 Mio.'],
    ['fr', 1249, '1,2 k'],
    ['ja', 12_345, '1.2万'],
    ['ar', 1249, '1.2 ألف'],
  ])('abbreviates as the language does: in %s %d is %s [B47-7]', (language, count, text) => {
    const format = compactIn(localeFor([], language));
    expect(format.format(count).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(text);
  });
});

describe('shownCount', () => {
  it.each([
    ['uk', 21, 'one'],
    ['uk', 1201, 'many'],
    ['pl', 999, 'many'],
    ['pl', 12_303, 'many'],
    ['pl', 2_000_004, 'many'],
    ['ar', 1203, 'other'],
    ['en', 1, 'one'],
    ['en', 0, 'other'],
  ])('has the plural form of the abbreviated number: in %s %d is %s [B47-7]', (language, count, form) => {
    expect(new Intl.PluralRules(language).select(shownCount(count))).toBe(form);
  });
});

describe('formatPostTime (F §9)', () => {
  it.each([
    [-HOUR, 'now'],
    [59_000, 'now'],
    [MINUTE, '1m'],
    [59 * MINUTE, '59m'],
    [HOUR, '1h'],
    [23 * HOUR, '23h'],
    [DAY, '1d'],
    [6 * DAY, '6d'],
    [7 * DAY, '1w'],
    [27 * DAY, '3w'],
    [28 * DAY, '1mo'],
    [100 * DAY, '3mo'],
    [364 * DAY, '12mo'],
    [400 * DAY, 'May 11, 2025'],
  ])('formats an age of %d ms as %s [F9-37]', (age, text) => {
    expect(formatPostTime(before(age), now)).toBe(text);
  });
  it('returns an empty string for an invalid time', () => {
    expect(formatPostTime('soon', now)).toBe('');
  });
});

describe('formatCommentTime (F §9)', () => {
  it.each([
    [1000, 'just now'],
    [MINUTE, '1m'],
    [HOUR, '1h'],
    [30 * DAY - 1, '29d'],
    [30 * DAY, 'May 16'],
  ])('formats an age of %d ms as %s [F9-38]', (age, text) => {
    expect(formatCommentTime(before(age), now)).toBe(text);
  });
});

describe('initialsOf', () => {
  it.each([
    ['Ada Byron King', 'AB'],
    ['  plato ', 'P'],
    ['👩‍🚀 Star', '👩‍🚀S'],
    ['山田 太郎', '山太'],
    ['e\u0301mile 1\ufe0f\u20e3', 'E\u03011\ufe0f\u20e3'],
    ['', '?'],
  ])('shortens %j to %j [F9-39]', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it('takes as many words as it is told', () => {
    expect(initialsOf('Wanda Wolmen', 1)).toBe('W');
  });

  it('has the capitals of the language', async () => {
    vi.resetModules();
    vi.doMock('./words/language', () => ({ LANGUAGE: 'tr' }));
    const turkish = await import('./format');
    expect(turkish.initialsOf('ismail ışık')).toBe('İI');
    vi.doUnmock('./words/language');
  });

  it('creates no segmenter for plain letters, since that is slow', async () => {
    vi.resetModules();
    const make = vi.spyOn(Intl, 'Segmenter');
    const fresh = await import('./format');
    expect(fresh.initialsOf('Ada Byron')).toBe('AB');
    expect(make).not.toHaveBeenCalled();
    make.mockRestore();
  });
});

describe('gradientOf', () => {
  it('returns the same one of 17 for the same id', () => {
    const ids = Array.from({ length: 500 }, (_unused, index) => `65f${index.toString(16).padStart(21, '0')}`);
    const found = ids.map(gradientOf);
    expect(found).toEqual(ids.map(gradientOf));
    expect(new Set(found).size).toBe(17);
    expect(AVATAR_HUES).toHaveLength(17);
  });
});

describe('truncate', () => {
  it.each([
    ['a short text', 20, 'a short text'],
    ['It went on. And on.', 12, 'It went on…'],
    ['It went on and on.', 12, 'It went on…'],
    ['🧑‍🌾🧑‍🌾🧑‍🌾', 2, '🧑‍🌾…'],
  ])('shortens "%s" to at most %i characters', (text, max, expected) => {
    expect(truncate(text, max)).toBe(expected);
  });
});
