import { expect, it } from 'vitest';
import { localeFor } from './locale';

const day = new Date('2026-11-27T15:30:00Z');
const shown = (languages: readonly string[]) =>
  day.toLocaleString(localeFor(languages), { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });

it.each([
  [['en-US'], 'Friday, November 27, 2026 at 3:30 PM'],
  [['en-GB', 'de'], 'Friday 27 November 2026 at 15:30'],
  [['de-DE'], 'Friday 27 November 2026 at 15:30'],
  [['fr', 'en-AU'], 'Friday 27 November 2026 at 3:30 pm'],
  [['fa-IR'], 'Friday 27 November 2026 at 3:30 pm'],
  [['th-TH-u-ca-buddhist'], 'Friday 27 November 2026 at 3:30 pm'],
  [['ar-EG'], 'Friday 27 November 2026 at 3:30 pm'],
  [['en-US-u-ca-persian-nu-arab'], 'Friday, November 27, 2026 at 3:30 PM'],
  [[], 'Friday 27 November 2026 at 3:30 pm'],
  [['x_y'], 'Friday 27 November 2026 at 3:30 pm'],
])('dates of a browser in %j are English: %s [B34-8]', (languages, text) => {
  expect(
    shown(languages)
      .replaceAll('\u202f', ' ')
      .replace('Friday,', text.startsWith('Friday,') ? 'Friday,' : 'Friday'),
  ).toBe(text);
  expect((12_345.6).toLocaleString(localeFor(languages))).toMatch(/^12[,. \u202f\u00a0]345[.,]6$/);
});

it.each([
  [['de-AT', 'en'], 'de', '27. November 2026'],
  [['en-GB'], 'de', '27. November 2026'],
  [['fa-IR-u-ca-persian'], 'fa', '27 نوامبر 2026'],
  [['ar-EG'], 'ar', '27 نوفمبر 2026'],
  [['x_y'], 'fr', '27 novembre 2026'],
])('dates of a browser in %j with texts in %s: %s', (languages, language, text) => {
  const locale = localeFor(languages, language);
  expect(day.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })).toBe(text);
});
