import { addressesIn } from './addresses.js';
import type { Given } from './defaults.js';
import { compatible, foldLetters, foldName } from './fold-text.js';
import { hashtagsOf, hasTagSign, tagKey, withoutSign } from './hashtags.js';
import { textsFor, type TextsFor } from './post-texts.js';
import { standaloneForms } from './word-forms.js';

export { fold } from './fold.js';
export { tagKey } from './hashtags.js';

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
const LETTER = `(?!${UNSPACED}|${UNSEEN})[\\p{L}\\p{N}\\p{M}_]`;
const PICTOGRAPH = String.raw`[\p{So}\p{Extended_Pictographic}][\ufe0e\ufe0f]?\p{Emoji_Modifier}?[\u{e0020}-\u{e007f}]*`;
const PIECES = new RegExp(
  [
    String.raw`(?<picture>\p{RI}{2}|[0-9#*]\ufe0f?\u20e3|${PICTOGRAPH}(?:\u200d${PICTOGRAPH})*)`,
    String.raw`(?<run>${UNSPACED}(?:${UNSPACED}|\p{M}|${UNSEEN})*)`,
    // a single sign before a letter of a spaced script starts a tag
    String.raw`(?<word>${LETTER}(?:${LETTER}|${UNSEEN})*)(?<tail>\+\+[+#]*|[+#]+(?!(?!\p{Script=Hangul})${LETTER}))?`,
  ].join('|'),
  'gu',
);

/** Blank characters that count as letters or symbols, and signs that would become letters. */
const NO_WORDS = /[\u115f\u1160\u2800\u3164\uffa0™℠©®]/gu;
const ALL_UNSEEN = new RegExp(`${UNSEEN}+`, 'gu');
const EMOJI_FORMS = /[\ufe0e\ufe0f]|\p{Emoji_Modifier}/gu;
/** The sign of Hebrew acronyms, and what people type for it. */
const DOUBLE_QUOTES = /[״“”„]/gu;
const HEBREW = /^\p{Script=Hebrew}$/u;
/** Thai and Lao vowels that NFKC takes apart, and dictionaries have whole. */
const AM = [/\u0e4d\u0e32/gu, /\u0ecd\u0eb2/gu] as const;

/** A word, or a segment of a script without spaces. */
interface Part {
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
function* partsOf(written: string): Generator<Part> {
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

/** Returns the words of a text as written, in order. Runs in linear time. */
export const wordsAsWritten = (text: string): string[] =>
  Array.from(partsOf(text), ({ text: word, tail }) => word + tail);

type FormOf = (part: Part) => string;
/** Without letter case, accents and skin tones, as search compares words. */
const looseForm: FormOf = ({ kind, text }) =>
  kind === 'picture' ? text.replace(EMOJI_FORMS, '') : foldLetters(text);
const exactForm: FormOf = ({ kind, text }) =>
  kind === 'picture' ? text.replaceAll('\ufe0f', '') : text.normalize('NFC');

/** Whether a segment follows another without a space. */
const isGlued = (before: Part | undefined, part: Part): boolean =>
  part.kind === 'segment' && before?.kind === 'segment' && before.end === part.start;

/** The words of a text in one form; segments without a space between them are one. */
function unitsOf(text: string, form: FormOf): string[] {
  const units: string[] = [];
  let before: Part | undefined;
  for (const part of partsOf(text)) {
    const unit = part.lead + form(part) + part.tail;
    if (isGlued(before, part)) units.push((units.pop() ?? '') + unit);
    else units.push(unit);
    before = part;
  }
  return units;
}

/** A word, phrase or #tag that is muted. */
export interface MutedWord {
  word: string;
  /** Whether letter case and accents count. */
  exact?: boolean | undefined;
}

const tagForm = (tag: string, isExact: boolean): string =>
  isExact ? withoutSign(tag).normalize('NFC') : foldName(tagKey(tag));

/**
 * Returns the key used to compare a muted word or tag: `#` and the tag, or words separated by one space; `=` before it
 * if it is meant exactly as written. Empty if the text is neither.
 */
export function mutedKey({ word, exact = false }: MutedWord): string {
  const units = unitsOf(word, exact ? exactForm : looseForm).join(' ');
  const key = units !== '' && hasTagSign(word.trim()) ? `#${tagForm(word, exact)}` : units;
  return exact && key !== '' ? `=${key}` : key;
}

/** What a post or, as its description, a comment says. */
export type Written = Given<TextsFor<'words'>>;

/** All texts in which words count. */
export const textsOf = (written: Written): string[] => textsFor('words', written);

/** A mail address. The web app does not link them. */
const MAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/g;

/** Returns a text without its addresses. They contain no tags, and words of them are no words of the text. */
function withoutAddresses(text: string): string {
  if (!/[.@]|:\/\//.test(text)) return text;
  return text.replace(/\S+/gu, (piece) => {
    let [rest, done] = ['', 0];
    for (const { start, end } of addressesIn(piece)) {
      rest += `${piece.slice(done, start)} `;
      done = end;
    }
    return (rest + piece.slice(done)).replace(MAIL, ' ');
  });
}

const isAddress = (word: string): boolean => withoutAddresses(word).trim() === '' && word.trim() !== '';

/** Returns the keys of the #tags in a text. */
const tagsOf = (text: string, isExact: boolean): string[] =>
  text.includes('#') || /[＃﹟]/.test(text)
    ? hashtagsOf(withoutAddresses(text)).map(({ tag }) => tagForm(tag, isExact))
    : [];

interface Phrase {
  given: MutedWord;
  units: readonly string[];
}

/** Finds phrases in texts, in time linear in their length whatever the number of phrases. */
class PhraseFinder {
  readonly #byFirst = new Map<string, Phrase[]>();
  readonly #form: FormOf;
  #longest = 0;

  constructor(phrases: readonly MutedWord[], form: FormOf) {
    this.#form = form;
    for (const given of phrases) {
      const units = unitsOf(given.word, form);
      const [first] = units;
      if (first === undefined) continue;
      this.#byFirst.set(first, [...(this.#byFirst.get(first) ?? []), { given, units }]);
      for (const unit of units) this.#longest = Math.max(this.#longest, unit.length);
    }
  }

  /** Adds the phrases in a text to those found. */
  find(text: string, found: Set<MutedWord>): void {
    if (this.#byFirst.size === 0) return;
    const parts = Array.from(partsOf(text));
    const units = parts.map((part) => ({ part, forms: this.#formsOf(part) }));
    /** Yields what may stand at a place, and the place after it. */
    const longest = this.#longest;
    function* unitsAt(at: number): Generator<readonly [unit: string, next: number]> {
      const { part, forms = [] } = units[at] ?? {};
      if (part?.kind !== 'segment') {
        for (const form of forms) yield [form, at + 1];
        return;
      }
      let joined = '';
      for (let next = at; next === at || isGlued(units[next - 1]?.part, units[next]?.part ?? part);) {
        joined += units[next]?.forms[0] ?? '';
        if (joined.length > longest) return;
        next += 1;
        yield [joined, next];
        if (next >= units.length) return;
      }
    }
    const continues = (phrase: readonly string[], done: number, at: number): boolean => {
      if (done === phrase.length) return true;
      for (const [unit, next] of unitsAt(at))
        if (unit === phrase[done] && continues(phrase, done + 1, next)) return true;
      return false;
    };
    for (let at = 0; at < units.length; at += 1)
      for (const [unit, next] of unitsAt(at))
        for (const { given, units: phrase } of this.#byFirst.get(unit) ?? [])
          if (!found.has(given) && continues(phrase, 1, next)) found.add(given);
  }

  #formsOf(part: Part): readonly string[] {
    const form = this.#form(part);
    return part.kind === 'word' ? standaloneForms({ ...part, text: form }) : [form];
  }
}

/**
 * Returns a function that finds the muted words and tags that a post contains, as they were muted. Words match whole
 * words of its texts (`POST_TEXTS`); a #tag matches the post's tags and #tags in its texts. Words in addresses do not count,
 * unless the muted word is an address.
 * @param inAddresses whether words in addresses count too
 */
export function mutedIn(muted: readonly MutedWord[], inAddresses = false): (post: Written) => string[] {
  const isTag = new Set(muted.filter((given) => /^=?#/u.test(mutedKey(given))));
  const words = muted.filter((given) => !isTag.has(given));
  const finderOf = (isExact: boolean, anywhere: boolean) =>
    new PhraseFinder(
      words.filter(
        ({ word, exact = false }) => exact === isExact && (inAddresses || isAddress(word)) === anywhere,
      ),
      isExact ? exactForm : looseForm,
    );
  const [anywhere, outside] = [true, false].map((where) => [finderOf(true, where), finderOf(false, where)]);
  const hasWords = words.length > 0;
  return (post) => {
    const texts = textsOf(post);
    const found = new Set<MutedWord>();
    for (const text of hasWords ? texts : []) {
      const rest = withoutAddresses(text);
      for (const finder of anywhere ?? []) finder.find(text, found);
      for (const finder of outside ?? []) finder.find(rest, found);
    }
    for (const isExact of [true, false]) {
      const wanted = [...isTag].filter(({ exact = false }) => exact === isExact);
      if (wanted.length === 0) continue;
      const tags = new Set([
        ...(post.tags ?? []).map((tag) => tagForm(tag, isExact)),
        ...texts.flatMap((text) => tagsOf(text, isExact)),
      ]);
      for (const given of wanted) if (tags.has(tagForm(given.word, isExact))) found.add(given);
    }
    return muted.filter((given) => found.has(given)).map(({ word }) => word);
  };
}

/** Returns a function that checks whether a post contains muted words or tags, by the rules of `mutedIn`. */
export function mutedBy(muted: readonly MutedWord[]): (post: Written) => boolean {
  const find = mutedIn(muted);
  return (post) => find(post).length > 0;
}
