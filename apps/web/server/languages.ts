import { existsSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { firstLocale, wantedLocales } from '@social-feed/contracts';
import type { PageLanguage } from './in-language.js';

export const ENGLISH: PageLanguage = { code: 'en', at: '' };

/** The languages of a build, English first. */
export const readLanguages = (folder: string): PageLanguage[] => {
  const file = join(folder, 'l/languages.json');
  return [ENGLISH, ...(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PageLanguage[]) : [])];
};

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
  const codes = languages.map(({ code }) => code);
  const code = firstLocale([...wantedLocales(headers), host], codes);
  return languages.find((language) => language.code === code) ?? ENGLISH;
};
