import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import PO from 'pofile';
import type { Text } from '../src/lib/words/text.ts';
import { inContext } from '../../../packages/contracts/src/t.ts';
import { compile, hashOf, keyOf, pseudo, slotsOf, withHandles } from './messages.ts';

/** Holds languages.json and a folder of catalogues for each language. */
export const WORDS = fileURLToPath(new URL('../../../words', import.meta.url));

/** Letters with accents, longer than English and from right to left: it shows texts that are not translated or cut. */
export const PSEUDO = 'en-XB';

/** Changes when lib/words/say.ts reads texts in another way. */
export const FORMAT = 1;

export interface Language {
  code: string;
  /** What the language calls itself. */
  name: string;
  dir?: 'rtl';
  /** Whether it is complete: it is offered, and a test fails if a text is missing. */
  ready?: boolean;
}

/** A language whose texts are built. */
export interface Built extends Language {
  /** Where its scripts are, before `/assets/`; empty for English. */
  at: string;
  /** Its texts by the id of their message; none for English, whose texts stand in the code. */
  texts: ReadonlyMap<string, Text>;
  /** What the API says, in English, with its text in this language. */
  answers: readonly (readonly [english: string, text: Text])[];
}

/** The file of an area for one language: what is in the code, or its translation. */
export type Catalogue = Map<
  string,
  { message: string; context?: string; translation: string; fuzzy: boolean; notes: string[] }
>;

export const readCatalogue = (text: string): Catalogue =>
  new Map(
    PO.parse(text).items.map(({ msgid, msgctxt, msgstr, flags, comments }) => [
      generateMessageId(msgid, msgctxt ?? undefined),
      {
        message: msgid,
        ...(msgctxt && { context: msgctxt }),
        translation: msgstr[0] ?? '',
        fuzzy: flags['fuzzy'] === true,
        notes: comments,
      },
    ]),
  );

/** The languages of languages.json. */
export const readLanguages = (folder = WORDS): Language[] =>
  Object.entries(
    JSON.parse(readFileSync(join(folder, 'languages.json'), 'utf8')) as Record<
      string,
      Omit<Language, 'code'>
    >,
  ).map(([code, about]) => ({ code, ...about }));

/** Names of the areas that have texts. */
export const partsOf = (code: string, folder = WORDS): string[] => {
  const own = join(folder, code);
  return existsSync(own) ? readdirSync(own).filter((name) => name.endsWith('.po')) : [];
};

const readPart = (code: string, part: string, folder: string): Catalogue => {
  const file = join(folder, code, part);
  return existsSync(file) ? readCatalogue(readFileSync(file, 'utf8')) : new Map();
};

/** What is wrong with a translation; undefined if it is fit to be shown. */
const problemOf = (message: string, translation: string): string | undefined => {
  try {
    const [wanted, given] = [message, translation].map((text) => slotsOf(compile(text)).join(' '));
    return wanted === given ? undefined : `has ${given || 'no values'} instead of ${wanted || 'none'}`;
  } catch (error) {
    return `is malformed: ${(error as Error).message}`;
  }
};

/** Reads the catalogues of a language, and says what is missing, malformed or unused in them. */
export const readTexts = (code: string, folder = WORDS) => {
  const texts = new Map<string, Text>();
  const problems: string[] = [];
  for (const part of new Set([...partsOf('en', folder), ...partsOf(code, folder)])) {
    const source = readPart('en', part, folder);
    const translated = readPart(code, part, folder);
    for (const [id, { message }] of source) {
      const { translation = '', fuzzy = false } = translated.get(id) ?? {};
      const problem =
        translation === '' ? 'is missing' : fuzzy ? 'is fuzzy' : problemOf(message, translation);
      if (problem) problems.push(`${code}/${part}: “${message}” ${problem}`);
      else if (!texts.has(id)) texts.set(id, compile(translation));
    }
    for (const [id, { message }] of translated)
      if (!source.has(id)) problems.push(`${code}/${part}: “${message}” is unused`);
  }
  return { texts, problems };
};

const textsOf = ({ code, dir }: Language, folder: string): ReadonlyMap<string, Text> => {
  const { texts } = readTexts(code, folder);
  return dir === 'rtl' ? new Map([...texts].map(([id, text]) => [id, withHandles(text)])) : texts;
};

const pseudoTexts = (folder: string): Map<string, Text> =>
  new Map(
    partsOf('en', folder).flatMap((part) =>
      [...readPart('en', part, folder)].map(([id, { message }]) => [id, pseudo(compile(message))] as const),
    ),
  );

/** The catalogues of texts that the API sends in English. */
const ANSWERS = ['api.po', 'contracts.po'];

/** The catalogues of texts that the API writes in other languages. */
const FOR_API = ['api.po', 'contracts.po', 'mails.po'];

/**
 * What the API loads for a language: by the key under which it asks for a text (packages/contracts/src/t.ts), the names
 * of the values in their order in the English, and the text.
 */
export const textsForApi = (texts: ReadonlyMap<string, Text>, folder = WORDS) =>
  Object.fromEntries(
    FOR_API.flatMap((part) => [...readPart('en', part, folder)]).flatMap(([id, { message, context }]) => {
      const text = texts.get(id);
      const { key, names } = keyOf(compile(message));
      return text === undefined ? [] : [[inContext(key, context), [names, text]] as const];
    }),
  );

const wordsIn = (english: string): number => english.replaceAll(/\{\w+\}/g, '').length;

/** What the API says and these texts have, that with the most words of its own first: of two that fit it is meant. */
const answersOf = (texts: ReadonlyMap<string, Text>, folder: string): Built['answers'] =>
  ANSWERS.flatMap((part) => [...readPart('en', part, folder)])
    .flatMap(([id, { message }]) => {
      const [english, text] = [compile(message), texts.get(id)];
      return text === undefined || typeof english !== 'string' ? [] : [[english, text] as const];
    })
    .toSorted(([one], [other]) => wordsIn(other) - wordsIn(one));

/**
 * The languages of a build, English first. Texts that are missing are English.
 * @param tried codes of languages to build although they are not ready; also the pseudo-language
 */
export const languagesToBuild = (tried: readonly string[] = [], folder = WORDS): Built[] => {
  const others = readLanguages(folder)
    .filter(({ code, ready }) => code !== 'en' && (ready || tried.includes(code)))
    .map((language) => ({ ...language, texts: textsOf(language, folder) }));
  if (tried.includes(PSEUDO))
    others.push({ code: PSEUDO, name: '[Þséüðó]', dir: 'rtl', texts: pseudoTexts(folder) });
  return [
    { code: 'en', name: 'English', at: '', texts: new Map(), answers: [] },
    ...others.map((language) => ({
      ...language,
      answers: answersOf(language.texts, folder),
      at: `/l/${language.code}-${hashOf([FORMAT, [...language.texts]])}`,
    })),
  ];
};
