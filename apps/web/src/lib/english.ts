/**
 * The English of the browser: its first English language, otherwise the English of its region, and international
 * English where there is none. Dates and numbers stand in English sentences, so they are English in words, order and
 * digits, and the page's `lang` is right for them.
 */
function englishOf(languages: readonly string[]): string {
  const own = languages.find((language) => /^en\b/i.test(language));
  if (own !== undefined) return own;
  const region = languages.map((language) => new Intl.Locale(language).region).find(Boolean);
  const regional = `en-${region ?? '001'}`;
  return new Intl.DateTimeFormat(regional).resolvedOptions().locale === regional ? regional : 'en-001';
}

const withWesternYears = (language: string): string =>
  new Intl.Locale(language, { calendar: 'gregory', numberingSystem: 'latn' }).toString();

/** @param languages those of the browser; malformed ones count as none */
export function englishFor(languages: readonly string[]): string {
  try {
    return withWesternYears(englishOf(languages));
  } catch {
    return withWesternYears('en-001');
  }
}

/** The locale of dates and numbers. */
export const ENGLISH = englishFor(navigator.languages);
