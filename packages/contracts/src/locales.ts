/** The languages of the app's texts, as words/languages.json has them. */
export const LOCALES = [
  'en',
  'ar',
  'de',
  'es',
  'fr',
  'he',
  'hi',
  'id',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt-BR',
  'tr',
  'uk',
  'zh-Hans',
  'zh-Hant',
] as const;
export type Locale = (typeof LOCALES)[number];

const ACCEPTED_MAX = 20;

/** The languages of an `Accept-Language` header, the preferred one first. */
export const acceptedLocales = (header = ''): string[] =>
  header
    .split(',', ACCEPTED_MAX)
    .map((each) => {
      const [code = '', ...parameters] = each.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
      return { code, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ code }) => code);

/** A choice of the reader, which the web app keeps in a cookie. */
const CHOSEN = /(?:^|;\s*)sf_language=([\w-]+)/;

/** The languages that a request asks for: the reader's choice, then those of the browser. */
export const wantedLocales = (headers: Readonly<Record<string, string | string[] | undefined>>): string[] => [
  CHOSEN.exec(String(headers['cookie'] ?? ''))?.[1] ?? '',
  ...acceptedLocales(String(headers['accept-language'] ?? '')),
];

/** A tag as `Intl` takes it. Some programs write underscores, or the language above the one that is meant, as in `zh-yue`. */
const tagOf = (code: string): string =>
  code.replaceAll('_', '-').replace(/^[a-z]{2,3}-(?=[a-z]{3}(?:-|$))/i, '');

/** Language and script, e.g. `zh-Hant` of `zh-TW`: what texts differ in. All languages in Chinese characters count as Chinese. */
const writingOf = (code: string): string => {
  try {
    const { language, script } = new Intl.Locale(tagOf(code)).maximize();
    return `${/^Han[st]$/.test(script ?? '') ? 'zh' : language}-${script}`;
  } catch {
    return '';
  }
};

/** The first of the wanted languages that is there, also in the form of another region; `undefined` if none is. */
export const firstLocale = <Code extends string>(
  wanted: readonly string[],
  codes: readonly Code[],
): Code | undefined => {
  for (const code of wanted) {
    const exact = codes.find((each) => each.toLowerCase() === code.toLowerCase());
    const writing = writingOf(code);
    const found = exact ?? (writing === '' ? undefined : codes.find((each) => writingOf(each) === writing));
    if (found !== undefined) return found;
  }
  return undefined;
};
