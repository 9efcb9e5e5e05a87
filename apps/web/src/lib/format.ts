import { t } from '@lingui/core/macro';
import { serverDate } from './server-clock';
import { DAY, HOUR, MINUTE } from './time';
import { LOCALE } from './locale';
import { LANGUAGE } from './words/language';

/** Created once, when a large count needs it. */
let compact: Intl.NumberFormat | undefined;

/** How a language abbreviates large numbers. */
export const compactIn = (locale: string): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });

/**
 * An abbreviated count: K from 1000, M from 1,000,000, one decimal (A §9); in other languages as they abbreviate. Never
 * below 0.
 */
export const formatCount = (count: number): string => {
  const value = Math.max(0, Math.floor(Number.isFinite(count) ? count : 0));
  if (value < 1000) return String(value);
  if (LANGUAGE !== 'en') {
    compact ??= compactIn(LOCALE);
    return compact.format(value);
  }
  // the last fifty below a million would round to "1000.0K"
  return value < 1_000_000
    ? `${Math.min(value / 1000, 999.9).toFixed(1)}K`
    : `${(value / 1_000_000).toFixed(1)}M`;
};

/** The number that `formatCount` shows, whose plural form belongs beside it: 1201 reads as 1.2 thousand. */
export const shownCount = (count: number): number => {
  const step = count < 1000 ? 1 : count < 1_000_000 ? 100 : 100_000;
  return Math.round(count / step) * step;
};

/** Created once each, when a date needs it: creating one is slow, and most posts show an age. */
const dayFormats = new Map<boolean, Intl.DateTimeFormat>();

const dayFormat = (withYear: boolean): Intl.DateTimeFormat => {
  const format =
    dayFormats.get(withYear) ??
    new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', ...(withYear && { year: 'numeric' }) });
  dayFormats.set(withYear, format);
  return format;
};

/** A date with the year if it is not the current one. */
export const formatDay = (time: Date, now: Date): string =>
  dayFormat(time.getFullYear() !== now.getFullYear()).format(time);

/** Minutes, hours, or the result of `daysOld`; `young` for less than a minute and for future times. */
export const formatAge = (
  iso: string,
  now: Date,
  young: string,
  daysOld: (days: number) => string | undefined,
): string => {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  const age = now.getTime() - time.getTime();
  if (age < MINUTE) return young;
  if (age < HOUR) {
    const minutes = Math.floor(age / MINUTE);
    return t({ message: `${minutes}m`, comment: 'An age in minutes, as short as can be.' });
  }
  if (age < DAY) {
    const hours = Math.floor(age / HOUR);
    return t({ message: `${hours}h`, comment: 'An age in hours, as short as can be.' });
  }
  return daysOld(Math.floor(age / DAY)) ?? formatDay(time, now);
};

/** A post's age: now, minutes, hours, days, weeks (under 4), months, then a date (F §9). */
export const formatPostTime = (iso: string, now: Date = serverDate()): string =>
  formatAge(iso, now, t`now`, (days) => {
    if (days < 7) return t`${days}d`;
    const [weeks, months] = [Math.floor(days / 7), Math.max(1, Math.floor(days / 30))];
    if (days < 28) return t({ message: `${weeks}w`, comment: 'An age in weeks, as short as can be.' });
    return days < 365
      ? t({ message: `${months}mo`, comment: 'An age in months, as short as can be.' })
      : undefined;
  });

/** Created once, with the first card rather than while the module loads: that is one task, and creating it is slow. */
let fullTime: Intl.DateTimeFormat | undefined;

/** A full date and time, for titles and assistive technology. */
export const formatFullTime = (iso: string): string => {
  const time = new Date(iso);
  fullTime ??= new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeStyle: 'short' });
  return Number.isNaN(time.getTime()) ? '' : fullTime.format(time);
};

let segmenter: Intl.Segmenter | undefined;

/**
 * The first character as users see it, e.g. an emoji of several code points. Creating a segmenter takes longer than
 * rendering a page of names, and ASCII letters do not need one.
 */
const firstCharacter = (word: string): string => {
  if (/^[!-~](?![^!-~])/.test(word)) return word.charAt(0);
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(word).containing(0)?.segment ?? '';
};

/**
 * First letters of up to two words of a name, in upper case (F §9); "?" for an empty name. Whole characters, any
 * script.
 * @param words the most of them
 */
export const initialsOf = (name: string, words = 2): string => {
  const letters = name.trim().split(/\s+/, words).map(firstCharacter).join('');
  return (letters || '?').toLocaleUpperCase(LANGUAGE);
};

/**
 * Hues of the 17 avatar gradients in degrees; all have the same lightness, so that white initials stay readable.
 */
export const AVATAR_HUES = Array.from({ length: 17 }, (_unused, index) =>
  Math.round((index * 360) / 17 + 12),
);

/** Returns which of the 17 gradients an id has, always the same one. */
export const gradientOf = (id: string): number => {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % AVATAR_HUES.length;
};

/** CSS of the gradient with this number. */
export const gradientCss = (index: number): string => {
  const hue = AVATAR_HUES[index % AVATAR_HUES.length] ?? 0;
  return `linear-gradient(135deg, oklch(0.53 0.13 ${hue}), oklch(0.45 0.13 ${(hue + 35) % 360}))`;
};

/** Code units of a character, more than any emoji has. */
const CHARACTER_MAX = 32;

/**
 * Truncates to `max` characters, with an ellipsis as the last one, in place of a full stop. Reads no further, because
 * finding all characters of a long text takes a time that grows with the square of its length.
 */
export const truncate = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const head = text.slice(0, (max + 1) * CHARACTER_MAX);
  segmenter ??= new Intl.Segmenter();
  const characters: string[] = [];
  for (const { segment } of segmenter.segment(head)) if (characters.push(segment) > max) break;
  if (characters.length <= max && head.length === text.length) return text;
  return `${characters
    .slice(0, max - 1)
    .join('')
    .replace(/(?<![\s.,;:…])[\s.,;:…]+$/u, '')}…`;
};
