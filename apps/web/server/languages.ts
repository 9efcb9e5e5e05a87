import { existsSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { PageLanguage } from './in-language.js';

export const ENGLISH: PageLanguage = { code: 'en', at: '' };

/** A choice of the reader, by src/lib/words/choose.ts. */
const CHOSEN = /(?:^|;\s*)sf_language=([\w-]+)/;
const ACCEPTED_MAX = 20;

/** The languages of a build, English first. */
export const readLanguages = (folder: string): PageLanguage[] => {
  const file = join(folder, 'l/languages.json');
  return [ENGLISH, ...(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PageLanguage[]) : [])];
};

/** Language and script, e.g. `zh-Hant` of `zh-TW`: what texts differ in. */
const writingOf = (code: string): string => {
  try {
    const { language, script } = new Intl.Locale(code).maximize();
    return `${language}-${script}`;
  } catch {
    return '';
  }
};

/** The languages that a browser asks for, the preferred one first. */
export const acceptedOf = (headers: IncomingHttpHeaders): string[] =>
  (headers['accept-language'] ?? '')
    .split(',', ACCEPTED_MAX)
    .map((each) => {
      const [code = '', ...parameters] = each.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { code, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ code }) => code);

/**
 * The language of a page: the reader's choice, otherwise the first that the browser asks for, the host's, English.
 * @param languages English first
 * @param host the code of the host's language
 */
export const chooseLanguage = (
  headers: IncomingHttpHeaders,
  languages: readonly PageLanguage[],
  host: string,
): PageLanguage => {
  const chosen = CHOSEN.exec(headers.cookie ?? '')?.[1] ?? '';
  const wanted = [chosen, ...acceptedOf(headers), host];
  for (const code of wanted) {
    const exact = languages.find((language) => language.code.toLowerCase() === code.toLowerCase());
    const writing = writingOf(code);
    const found = exact ?? (writing && languages.find((language) => writingOf(language.code) === writing));
    if (found) return found;
  }
  return ENGLISH;
};
