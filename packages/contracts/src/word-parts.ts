import { compatible } from './fold-text.js';

/*
 * What a word is, for muted words and for words that cause reports: UAX #29, with the signs of names.
 *
 * - A word is letters, marks, digits and `_`. An apostrophe inside belongs to it (`don't`), as does `"` between Hebrew
 *   letters. Hyphens, dots and other punctuation separate words. `&` joins parts of at most two letters: `R&D`, `AT&T`.
 * - `+` and `#` after a word and a dot before it are its signs: `C++`, `C#`, `.NET`.
 * - Invisible characters neither separate nor change words.
 * - A pictograph is a word, with what is joined to it: flags, families.
 * - In scripts without spaces, `Intl.Segmenter` finds where words may begin and end. Dictionaries differ between engines,
 *   so keys do not depend on it.
 *
 * Search splits the same letters into smaller terms (`search-terms.ts` of the API), because it also finds the starts and
 * pieces of words. `search-and-mutes.test.ts` lists where the two differ.
 */

const scripts = (names: readonly string[]): string =>
  names.map((name) => String.raw`\p{Script_Extensions=${name}}`).join('');

const UNSPACED = `(?=\\p{L})[${scripts(['Han', 'Hiragana', 'Katakana', 'Thai', 'Khmer', 'Lao', 'Myanmar'])}]`;
const HAS_UNSPACED = new RegExp(UNSPACED, 'u');

/** Whether a text contains letters of a script without spaces between words. */
export const isUnspaced = (text: string): boolean => HAS_UNSPACED.test(text);

const UNSEEN = String.raw`\p{Default_Ignorable_Code_Point}`;
/** The emoji of a key: no letter of the word before it, nor its sign. */
const KEY = String.raw`[0-9#*]\ufe0f?\u20e3`;
const LETTER = `(?!${UNSPACED}|${UNSEEN}|${KEY})[\\p{L}\\p{N}\\p{M}_]`;
const PICTOGRAPH = String.raw`[\p{So}\p{Extended_Pictographic}][\ufe0e\ufe0f]?\p{Emoji_Modifier}?[\u{e0020}-\u{e007f}]*`;
const PIECES = new RegExp(
  [
    String.raw`(?<picture>\p{RI}{2}|${KEY}|${PICTOGRAPH}(?:\u200d${PICTOGRAPH})*)`,
    String.raw`(?<run>${UNSPACED}(?:${UNSPACED}|\p{M}|${UNSEEN})*)`,
    // a single sign before a letter of a spaced script starts a tag
    String.raw`(?<word>${LETTER}(?:${LETTER}|${UNSEEN})*)(?<tail>\+\+(?:(?!${KEY})[+#])*|(?:(?!${KEY})[+#])+(?!(?!\p{Script=Hangul})${LETTER}))?`,
  ].join('|'),
  'gu',
);

/** Blank characters that count as letters or symbols, and signs that would become letters. */
const NO_WORDS = /[\u115f\u1160\u2800\u3164\uffa0™℠©®]/gu;
const ALL_UNSEEN = new RegExp(`${UNSEEN}+`, 'gu');
/** The sign of Hebrew acronyms, and what people type for it. */
const DOUBLE_QUOTES = /[״“”„]/gu;
const HEBREW = /^\p{Script=Hebrew}$/u;
/** Thai and Lao vowels that NFKC takes apart, and dictionaries have whole. */
const AM = [/\u0e4d\u0e32/gu, /\u0ecd\u0eb2/gu] as const;

/** A word, or a segment of a script without spaces. */
export interface Part {
  kind: 'word' | 'segment' | 'picture';
  text: string;
  /** The signs before and after it. */
  lead: string;
  tail: string;
  start: number;
  end: number;
}

/** Parts of a run that are segmented at once, because the time grows with the square of their length. No sentence is as long. */
const STRETCHES = new RegExp(`[^]{1,500}(?:\\p{M}|${UNSEEN})*`, 'gu');
let segmenter: Intl.Segmenter | undefined;

/** Yields the segments of a run, each beginning where the one before it ends. */
function* segmentsOf(run: string, from: number): Generator<Part> {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  let [start, end] = [from, from];
  for (const [stretch] of run.matchAll(STRETCHES))
    for (const { segment } of segmenter.segment(stretch)) {
      const text = segment.replace(ALL_UNSEEN, '');
      end += segment.length;
      if (text === '') continue;
      yield { kind: 'segment', text, lead: '', tail: '', start, end };
      start = end;
    }
}

/** Removes the `_` around a word, which marks emphasis. Signs and apostrophes beyond it do not belong to the word. */
function withoutOuterLines(word: string): { bare: string; before: number; behind: number } {
  let [start, end] = [0, word.length];
  while (word[start] === '_') start += 1;
  while (end > start && word[end - 1] === '_') end -= 1;
  return { bare: word.slice(start, end), before: start, behind: word.length - end };
}
/** Marks, `_` and the Arabic line that stretches words are no word alone: search finds none by them either. */
const HAS_LETTER = /(?!\u0640)[\p{L}\p{N}]/u;

/** Yields what stands between punctuation in a compatible text. */
function* piecesOf(text: string): Generator<Part> {
  for (const { 0: whole, index: start, groups = {} } of text.matchAll(PIECES)) {
    const { picture, run, word = '', tail = '' } = groups;
    const end = start + whole.length;
    if (run !== undefined) yield* segmentsOf(run, start);
    else if (picture !== undefined) yield { kind: 'picture', text: picture, lead: '', tail: '', start, end };
    else {
      const { bare, before, behind } = withoutOuterLines(word.replace(ALL_UNSEEN, ''));
      const isName = text[start - 1] === '.' && !/[\p{L}\p{N}\p{M}.]/u.test(text[start - 2] ?? '');
      const [lead, own] = [before === 0 && isName ? '.' : '', behind === 0 ? tail : ''];
      const place = { start: start + before, end: end - tail.length + own.length - behind };
      if (HAS_LETTER.test(bare)) yield { kind: 'word', text: bare, lead, tail: own, ...place };
    }
  }
}

const lengthOf = (text: string): number => Array.from(text).length;
/** Maximum letters of the parts that `&` joins. */
const JOINED_MAX = 2;

/** Whether two pieces are one word, with the sign between them. */
function areOne(before: Part, sign: string, after: Part): boolean {
  if (before.kind !== 'word' || after.kind !== 'word' || before.tail !== '') return false;
  if (sign === "'") return true;
  if (sign === '&') return lengthOf(before.text) <= JOINED_MAX && lengthOf(after.text) <= JOINED_MAX;
  return sign === '"' && HEBREW.test(before.text.slice(-1)) && HEBREW.test(after.text.charAt(0));
}

/** Yields the words of a text in order. */
export function* partsOf(written: string): Generator<Part> {
  const text = compatible(written.replace(NO_WORDS, ' '))
    .replace(DOUBLE_QUOTES, '"')
    .replace(AM[0], '\u0e33')
    .replace(AM[1], '\u0eb3');
  let held: Part | undefined;
  let last: Part | undefined;
  for (const part of piecesOf(text)) {
    const sign = last && part.start - last.end === 1 ? text.charAt(last.end) : '';
    if (held && last && areOne(last, sign, part))
      held = { ...part, text: held.text + sign + part.text, lead: held.lead, start: held.start };
    else {
      if (held) yield held;
      held = part;
    }
    last = part;
  }
  if (held) yield held;
}
