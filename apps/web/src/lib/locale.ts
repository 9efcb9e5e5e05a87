import { LANGUAGE } from './words/language';

/**
 * The browser's form of a language. English is that of its region if it has none of its own, and international English
 * where there is no region either.
 */
function formOf(language: string, languages: readonly string[]): string {
  const own = languages.find((each) => new RegExp(`^${language}\\b`, 'i').test(each));
  if (own !== undefined || language !== 'en') return own ?? language;
  const region = languages.map((each) => new Intl.Locale(each).region).find(Boolean);
  const regional = `en-${region ?? '001'}`;
  return new Intl.DateTimeFormat(regional).resolvedOptions().locale === regional ? regional : 'en-001';
}

/** Numbers without a formatter, such as `String(1)`, are shown with others: all have Latin digits. */
const withWesternYears = (language: string): string =>
  new Intl.Locale(language, { calendar: 'gregory', numberingSystem: 'latn' }).toString();

/**
 * The locale of dates, numbers and lists. They stand in sentences, so they are in the language of the texts.
 * @param languages those of the browser; malformed ones count as none
 */
export function localeFor(languages: readonly string[], language: string = LANGUAGE): string {
  try {
    return withWesternYears(formOf(language, languages));
  } catch {
    return withWesternYears(language === 'en' ? 'en-001' : language);
  }
}

export const LOCALE = localeFor(navigator.languages);

/** A number with its thousands grouped. */
export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(LOCALE, options);
