import { foldText, markForms } from '@social-feed/contracts/fold-text';

/*
 * How a text becomes search terms. The index and the query use the same code, so they always match.
 *
 * 1. `foldText` removes differences that users do not type: letter case, accents, full-width forms, kind of kana.
 * 2. The folded text is split at white space. Each part gives:
 *    - Words: letters and digits. Apostrophes, hyphens, dots and the like join words: `e-mail` is one word of two pieces,
 *      and so are `covid19`, `iPhone` and `marble_1`. A `+` or `#` at the end belongs to the word: `C++`, `C#`.
 *    - Runs: text of scripts without spaces between words (Chinese, Japanese, Thai), and Korean, whose words have suffixes.
 *    - Pictures: emoji and other pictographs, one by one.
 *    - Signs: symbols such as `€` and `=`, without brackets or quotes around them. A part with none of all these, such as
 *      `&` or `???`, unchanged.
 * 3. A search matches the start of a term, so there is a term for each position where a search may start:
 *    - At each piece of a word, to the end of the word: `e-mail` gives `email` and `mail`. Searches for `e`, `email`,
 *      `mail` and `e-mail` all find it.
 *    - At each character of a run, two characters long: `北京` gives `北京` and `京`. Longer searches require all pairs.
 * 4. Some scripts write vowels as marks, which `foldText` preserves. The index also has these words without their
 * marks.
 *
 * There are no stop words: users search for any word that they see in a title.
 *
 * A query matches the starts of all its words, in any order. A word of several pieces matches joined or separate:
 * `e-mail` finds `email`, `e-mail` and `e mail`. Signs count only if the query has nothing else.
 */

/** Maximum characters of a term. Longer words are found by their start. */
const TERM_MAX = 32;
/** Length of a term within a run. */
const PAIR = 2;
/**
 * Maximum conditions of a query. The longest words stay, so a longer query finds the same posts and perhaps some
 * more.
 */
const QUERY_CONDITIONS_MAX = 16;
/** Maximum pieces of one word in a query; the longest are used. */
const QUERY_PIECES_MAX = 8;

const UNSPACED_SCRIPTS = [
  ...['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Hangul', 'Yi'],
  ...[
    'Thai',
    'Lao',
    'Khmer',
    'Myanmar',
    'Tai_Tham',
    'New_Tai_Lue',
    'Tai_Viet',
    'Tai_Le',
    'Javanese',
    'Balinese',
  ],
];
const LETTERS = String.raw`[\p{L}\p{M}\p{N}]`;
const UNSPACED = `[${UNSPACED_SCRIPTS.map((script) => String.raw`\p{Script_Extensions=${script}}`).join('')}]`;
/** Apostrophe, hyphens, underscore, dots, `&`, `/`, the zero-width non-joiner, and the break that `foldText` marks. */
const JOINER = String.raw`['\p{Pd}\p{Pc}.&/·・\u200b\u200c]`;

const word = `(?:(?!${UNSPACED})${LETTERS})+`;
const run = `(?:(?=${LETTERS})${UNSPACED})`;
// A sign before a letter begins a tag, except in scripts whose words follow without a space: C#で.
const tail = String.raw`(?:\+\+|[+#](?!(?!${UNSPACED})${LETTERS}))[+#]*`;
const PARTS = new RegExp(
  [
    `(?<word>${word}(?:${JOINER}${word})*)(?<tail>${tail})?`,
    `(?<run>${run}(?:${JOINER}?${run})*)`,
    String.raw`(?<picture>\p{RI}{2}|[\p{So}\p{Extended_Pictographic}])`,
  ].join('|'),
  'gu',
);
const JOINERS = new RegExp(JOINER, 'gu');
const SYMBOLS = /(?:(?!\p{Emoji_Modifier})[\p{Sm}\p{Sc}\p{Sk}])+/gu;

/** Signs of names that would become letters: a text may lack them. */
const MARKS_OF_NAMES = /(?<=[\p{L}\p{N}\p{M}])[™℠]/gu;

/** A word, run, picture or sign. Only a word can have more than one piece. */
interface Part {
  kind: 'word' | 'run' | 'picture' | 'sign';
  pieces: string[];
}

const shortened = (text: string, most = TERM_MAX): string =>
  text.length <= most ? text : Array.from(text).slice(0, most).join('');

/** Yields the parts of a folded text in order, in linear time. */
function* partsOf(folded: string): Generator<Part> {
  for (const [token] of folded.matchAll(/\S+/gu)) {
    let isEmpty = true;
    for (const { groups = {} } of token.matchAll(PARTS)) {
      isEmpty = false;
      const { word: joined, tail: end = '', run: unspaced, picture } = groups;
      if (joined !== undefined) {
        const pieces = joined.split(JOINERS);
        pieces.push(`${pieces.pop()!}${end}`);
        yield { kind: 'word', pieces };
      } else if (unspaced !== undefined) yield { kind: 'run', pieces: [unspaced.replace(JOINERS, '')] };
      else yield { kind: 'picture', pieces: [picture!] };
    }
    for (const [symbols] of token.matchAll(SYMBOLS)) {
      isEmpty = false;
      yield { kind: 'sign', pieces: [shortened(symbols)] };
    }
    if (isEmpty) yield { kind: 'sign', pieces: [shortened(token)] };
  }
}

/** Returns the pairs of a run's characters, and its last character alone. */
const pairsOf = (unspaced: string): string[] => {
  const characters = Array.from(unspaced);
  return characters.map((_character, index) => characters.slice(index, index + PAIR).join(''));
};

/** A long sound at its end, which many technical words have or lack: コンピューター, コンピュータ. */
const withoutLongEnd = (unspaced: string): string => unspaced.replace(/(?<=..)ー$/u, '');

function termsOf({ kind, pieces }: Part): string[] {
  if (kind === 'run') return pairsOf(pieces[0]!);
  // Each piece has at least one character, so more pieces would be cut off.
  return pieces.map((_piece, index) => shortened(pieces.slice(index, index + TERM_MAX).join('')));
}

/**
 * Returns the unique search terms of texts, in text order.
 * @param most maximum number of terms
 */
export function searchTerms(texts: readonly string[], most: number): string[] {
  const terms = new Set<string>();
  for (const text of texts) {
    for (const form of new Set(markForms(text).map(foldText))) {
      for (const part of partsOf(form)) {
        for (const term of termsOf(part)) {
          if (terms.size >= most) return [...terms];
          terms.add(term);
        }
      }
    }
  }
  return [...terms];
}

/**
 * Returns a text's words with one space between them, without joiners. Used to match names that start with a query.
 */
export const searchPhrase = (text: string): string =>
  Array.from(partsOf(foldText(text)))
    .filter(({ kind }) => kind !== 'sign')
    .map(({ pieces }) => pieces.join(''))
    .join(' ');

/** Returns the index range of strings that start with a text. */
export const beginningWith = (start: string) => ({ $gte: start, $lt: `${start}\u{10ffff}` });

export interface TermsFilter {
  $and: object[];
}

const termBeginning = (start: string) => ({ searchTerms: { $elemMatch: beginningWith(start) } });

/** Matches one word, joined or separate. */
function conditionOf(pieces: readonly string[]): object {
  const joined = termBeginning(shortened(pieces.join('')));
  if (pieces.length === 1) return joined;
  const apart = [...new Set(pieces.map((piece) => shortened(piece)))]
    .sort(byLength)
    .slice(0, QUERY_PIECES_MAX)
    .map(termBeginning);
  return { $or: [joined, apart.length === 1 ? apart[0] : { $and: apart }] };
}

const byLength = (a: string, b: string) => b.length - a.length;

/**
 * Returns a filter for documents whose `searchTerms` match a query, `null` for a query without terms. It consists
 * of index ranges. The first condition bounds the scan, so the longest word comes first.
 */
export function termsFilter(query: string): TermsFilter | null {
  const parts = Array.from(partsOf(foldText(query.replace(MARKS_OF_NAMES, ' '))));
  const strong = parts.filter(({ kind }) => kind !== 'sign');
  const wanted = new Map<string, readonly string[]>();
  for (const { kind, pieces } of strong.length > 0 ? strong : parts) {
    // The last pair of a run already includes its last character.
    const each = kind === 'run' ? pairsOf(withoutLongEnd(pieces[0]!)) : undefined;
    if (each === undefined) wanted.set(pieces.join(' '), pieces);
    else for (const pair of each.length > 1 ? each.slice(0, -1) : each) wanted.set(pair, [pair]);
  }
  const longest = (pieces: readonly string[]) => Math.max(...pieces.map(({ length }) => length));
  const kept = [...wanted.values()]
    .sort((a, b) => longest(b) - longest(a))
    .slice(0, QUERY_CONDITIONS_MAX)
    .map(conditionOf);
  return kept.length === 0 ? null : { $and: kept };
}
