import { types as b } from '@babel/core';
import type { Plugin } from 'vite';
import { inLanguage } from '../server/in-language.ts';
import { FORMAT, languagesToBuild, type Built } from './catalogues.ts';
import { hasMessages, writeMessages } from './macro.ts';
import { compile } from './messages.ts';
import { pageTextsIn } from './page-texts.ts';

const SOURCE = /\/src\/.*\.tsx?$/;
/** A placeholder for a text until the chunks are written; it survives the minifier, which takes it for the text. */
const MARK = new RegExp(`(["'\`]?)~w${FORMAT}:([\\w+/]{6})~(["'\`]?)`, 'g');
const LANGUAGE = /\b__LANGUAGE__\b/g;
const ANSWERS = /\b__ANSWERS__\b/g;
/** Addresses of chunks, in lists of what an import fetches ahead. */
const AHEAD = /(["'`])(assets\/[\w.-]+\.js)\1/g;

interface Chunk {
  type: 'chunk' | 'asset';
  fileName: string;
  code?: string;
  source?: string | Uint8Array;
  imports?: readonly string[];
  dynamicImports?: readonly string[];
}

/** What a chunk loads, at once or later. */
const importsOf = ({ imports = [], dynamicImports = [] }: Partial<Chunk> = {}) => [
  ...imports,
  ...dynamicImports,
];

/** A text as a literal, in the quotes that need the fewest escapes. */
const literal = (text: string): string => {
  const [quote = '`'] = ['`', '"', "'"].toSorted(
    (one, other) => text.split(one).length - text.split(other).length,
  );
  return quote + escaped(text, quote) + quote;
};
/** A text inside of quotes; of any kind if they are not known. */
const escaped = (text: string, quote = ''): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll(quote === '' ? /["'`]/g : quote, '\\$&')
    .replaceAll('${', '\\${');

/**
 * Puts texts in place of their marks.
 * @param textOf the text of a message, compiled; undefined if there is none
 * @param answers what the API says, for lib/words/answer-texts.ts
 */
export const fill = (
  code: string,
  language: string,
  textOf: (id: string) => ReturnType<typeof compile> | undefined,
  answers: Built['answers'] = [],
) => {
  const filled = code
    .replaceAll(MARK, (all, before: string, id: string, after: string) => {
      const text = textOf(id);
      if (text === undefined) throw new Error(`There is no text for ${all}`);
      const whole = before !== '' && before === after;
      if (typeof text !== 'string') {
        if (!whole) throw new Error(`A text with plurals is part of another one: ${JSON.stringify(text)}`);
        return JSON.stringify(text);
      }
      return whole ? literal(text) : before + escaped(text) + after;
    })
    .replaceAll(LANGUAGE, JSON.stringify(language))
    .replaceAll(ANSWERS, () => JSON.stringify(answers));
  // the minifier has computed with a text, e.g. `.slice()` or `.toUpperCase()` of a constant
  if (/~w\d:/i.test(filled)) throw new Error('The code changes a text that is to be translated.');
  return filled;
};

interface Options {
  /** Chunks that a language needs as a whole, with all that they import; without it, only those that have texts. */
  whole?: string;
}

/**
 * Builds the app's texts. In the build, messages are marks until the chunks are written; then each chunk gets English
 * in place, and is written again for every other language, under the same name in the folder of the language.
 */
export const words = ({ whole }: Options = {}): Plugin => {
  const english = new Map<string, string>();
  let built: Built[] = [];
  let marks = false;
  return {
    name: 'words',
    enforce: 'pre',
    config: (_config, { command }) => {
      marks = command === 'build';
      built = marks ? languagesToBuild(process.env['WORDS_TRY']?.split(',')) : languagesToBuild().slice(0, 1);
      return {
        define: {
          __LANGUAGES__: JSON.stringify(built.map(({ code, name }) => [code, name])),
          ...(!marks && { __LANGUAGE__: '"en"', __ANSWERS__: '[]' }),
        },
      };
    },
    transform: {
      filter: { id: SOURCE },
      async handler(code, id) {
        const [file = id] = id.split('?');
        if (!hasMessages(code)) return null;
        return writeMessages(code, file, (message) => {
          const known = english.get(message.id);
          if (known !== undefined && known !== message.message)
            this.error(`Two texts have the id ${message.id}: “${known}” and “${message.message}”`);
          english.set(message.id, message.message);
          return marks
            ? b.stringLiteral(`~w${FORMAT}:${message.id}~`)
            : b.valueToNode(compile(message.message));
        });
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const source = new Map([...english].map(([id, message]) => [id, compile(message)]));
        const files = Object.values(bundle) as Chunk[];
        const chunks = files.filter((file) => file.type === 'chunk');
        const others = built.filter(({ at }) => at !== '');
        const needed = new Set(whole === undefined ? [] : [`${whole}.js`]);
        // iterating a set also visits entries added during the loop
        for (const name of needed) for (const next of importsOf(bundle[name])) needed.add(next);
        for (const { code, at, texts, answers, dir } of others) {
          const folder = whole === undefined ? at.slice(1) : `l/${code}`;
          for (const chunk of chunks) {
            const given = chunk.code ?? '';
            const own = fill(given, code, (id) => texts.get(id) ?? source.get(id), answers).replaceAll(
              AHEAD,
              (all, quote: string, name: string) =>
                name in bundle ? `${quote}${folder}/${name}${quote}` : all,
            );
            if (whole === undefined ? own !== given : needed.has(chunk.fileName))
              this.emitFile({ type: 'asset', fileName: `${folder}/${chunk.fileName}`, source: own });
          }
          const page = files.find(({ fileName }) => fileName === 'index.html');
          if (page)
            this.emitFile({
              type: 'asset',
              fileName: `${folder}/index.html`,
              source: inLanguage(String(page.source), {
                code,
                at,
                ...(dir && { dir }),
                texts: pageTextsIn(texts),
              }),
            });
        }
        for (const chunk of chunks) {
          const filled = fill(chunk.code ?? '', 'en', (id) => source.get(id));
          if (filled !== chunk.code) chunk.code = filled;
        }
        if (others.length > 0 && whole === undefined)
          this.emitFile({
            type: 'asset',
            fileName: 'l/languages.json',
            source: JSON.stringify(
              others.map(({ code, at, dir, texts }) => ({
                code,
                at,
                ...(dir && { dir }),
                texts: pageTextsIn(texts),
              })),
            ),
          });
      },
    },
  };
};
