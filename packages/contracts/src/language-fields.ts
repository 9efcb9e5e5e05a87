import * as z from 'zod/mini';
import { text } from './common.js';
import { languagesOf, languageTag } from './languages.js';
import { LANGUAGES_MAX } from './limits.js';
import { documented } from './query-fields.js';
import { t } from './t.js';

const MALFORMED = 'Language must be a code of 2 or 3 letters, such as en';

/** The primary tag of a language. */
export const language = text('Language').check(
  z.regex(/^[a-z]{2,3}$/i, { error: MALFORMED, abort: true }),
  z.refine((tag) => languageTag(tag) !== undefined, MALFORMED),
  z.overwrite((tag) => languageTag(tag) ?? tag),
);

const MALFORMED_LOCALE = t`Language must be a code such as en or pt-BR`;

/** The language of written texts, with its script or region where texts differ by them: `pt-BR`, `zh-Hant`. */
export const writtenLanguage = text('Language').check(
  z.trim(),
  z.regex(/^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i, { error: MALFORMED_LOCALE, abort: true }),
  z.refine((tag) => languagesOf([tag]).length > 0, MALFORMED_LOCALE),
  z.overwrite((tag) => Intl.getCanonicalLocales(tag)[0] ?? tag),
);

const distinct = z.overwrite<string[]>((tags) => [...new Set(tags)]);

/** The languages that a user reads; empty for all. */
export const languageList = z
  .array(language, { error: 'Languages must be a list' })
  .check(z.maxLength(LANGUAGES_MAX, `At most ${LANGUAGES_MAX} languages`), distinct);

/** Languages in a query, separated by commas; `undefined` if missing or empty. */
export const queryLanguages = (name: string) =>
  documented(
    z.pipe(
      z.optional(z.string({ error: `${name} must be given once` })),
      z.transform((value: string | undefined, context): string[] | undefined => {
        if (value === undefined || value === '') return undefined;
        const tags = value.length > LANGUAGES_MAX * 4 ? [] : value.split(',').map(languageTag);
        const found = tags.filter((tag) => tag !== undefined);
        if (found.length > 0 && found.length === tags.length && found.length <= LANGUAGES_MAX)
          return [...new Set(found)];
        const message = `${name} must be at most ${LANGUAGES_MAX} codes such as en,fr`;
        context.issues.push({ code: 'custom', message, input: value });
        return z.NEVER;
      }),
    ),
    { type: 'string', maxLength: LANGUAGES_MAX * 4 },
  );
