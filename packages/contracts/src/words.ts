import { addressesIn } from './addresses.js';
import type { Given } from './defaults.js';
import { foldLetters, foldName } from './fold-text.js';
import { hashtagsOf, hasTagSign, tagKey, withoutSign } from './hashtags.js';
import { textsFor, type TextsFor } from './post-texts.js';
import { asWritten, standaloneForms } from './word-forms.js';
import { partsOf, type Part } from './word-parts.js';

export { fold } from './fold.js';
export { tagKey } from './hashtags.js';
export { isUnspaced } from './word-parts.js';

/** Returns the words of a text as written, in order. Runs in linear time. */
export const wordsAsWritten = (text: string): string[] => Array.from(partsOf(text), asWritten);

const EMOJI_FORMS = /[\ufe0e\ufe0f]|\p{Emoji_Modifier}/gu;

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

/** Keys of tags. No tag begins with the mark that makes an emoji of `#`. */
const TAG_KEY = /^=?#(?!\u20e3)/u;

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

/** Finds phrases in texts, in time linear in their length for any number of phrases. */
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
  const isTag = new Set(muted.filter((given) => TAG_KEY.test(mutedKey(given))));
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
