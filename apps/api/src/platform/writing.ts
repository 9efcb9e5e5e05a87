import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firstLocale } from '@social-feed/contracts';
import { piecesIn, type Text } from '@social-feed/contracts/say';
import { inWords, type Translate } from '@social-feed/contracts/t';

/** Where the build puts the texts; from source there are none, and all is English (apps/web/build-words/for-api.ts). */
const BUILT = fileURLToPath(new URL('../words/', import.meta.url));

/** A file of the build: the text of each key, and the names of the values in the order of the key. */
interface WordsFile {
  dir?: 'rtl';
  texts: Readonly<Record<string, readonly [names: readonly string[], text: Text]>>;
}

/** A language in which the API writes. */
export interface Language {
  code: string;
  dir: 'ltr' | 'rtl';
  /** For `Intl`: numbers and dates stand beside others without a formatter, so all have Latin digits. */
  locale: string;
  translate?: Translate;
}

export const ENGLISH: Language = { code: 'en', dir: 'ltr', locale: 'en-GB' };

const read = (folder: string, code: string): Language => {
  const { dir = 'ltr', texts } = JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8')) as WordsFile;
  const locale = `${code}-u-ca-gregory-nu-latn`;
  const translate: Translate = (key, values) => {
    const found = Object.hasOwn(texts, key) ? texts[key] : undefined;
    if (found === undefined) return undefined;
    const [names, text] = found;
    return piecesIn(locale, text, Object.fromEntries(names.map((name, index) => [name, values[index]]))).join(
      '',
    );
  };
  return { code, dir, locale, translate };
};

export type Languages = ReturnType<typeof createLanguages>;

/** The languages of a build, each read when it is first used. */
export function createLanguages(folder = BUILT) {
  let files: string[] = [];
  try {
    files = readdirSync(folder);
  } catch {
    // not built
  }
  const codes = ['en', ...files.map((file) => file.replace(/\.json$/, ''))];
  const known = new Map([['en', ENGLISH]]);
  return {
    codes,
    /** The first of the wanted languages that there is, otherwise English. */
    first(wanted: readonly (string | null | undefined)[]): Language {
      const code = firstLocale(
        wanted.filter((each) => typeof each === 'string'),
        codes,
      );
      const language = known.get(code ?? 'en') ?? read(folder, code!);
      known.set(language.code, language);
      return language;
    },
  };
}

let current = ENGLISH;

/** The language of the text that is being written. */
export const currentLanguage = (): Language => current;

/** Writes something in a language. @param write must not wait for anything, since other texts are written meanwhile */
export function writeIn<T>(language: Language, write: () => T): T {
  const before = current;
  current = language;
  try {
    return inWords(language.translate, write);
  } finally {
    current = before;
  }
}
