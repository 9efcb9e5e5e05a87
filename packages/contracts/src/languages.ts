const TAG = /^[a-z]{2,3}$/i;
/** Written forms of Norwegian that everybody who reads one reads. */
const SAME: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' };

/**
 * Returns the primary tag (BCP 47) of a language in lower case and its current form, such as `he` for `iw`;
 * `undefined` if it is none.
 * @param tag two or three letters
 */
export function languageTag(tag: string): string | undefined {
  if (!TAG.test(tag)) return undefined;
  const [current] = Intl.getCanonicalLocales(tag);
  const { language } = new Intl.Locale(current ?? tag);
  return language === 'und' ? undefined : (SAME[language] ?? language);
}

/** Returns the distinct languages of locales such as `en-GB`, in their order. */
export const languagesOf = (locales: readonly string[]): string[] => [
  ...new Set(locales.flatMap((locale) => languageTag(locale.split('-')[0] ?? '') ?? [])),
];
