import { describe } from '../describe.js';
import { badValue, notImplemented, typeMismatch } from './errors.js';
import type { Doc, StringCompare } from './types.js';

/** Options that this server takes only at these values, which are MongoDB's defaults. */
const fixed: Doc = { alternate: 'non-ignorable', backwards: false };
/** Options that change nothing here: strings are compared as if normalised, and nothing is ignored. */
const ignored = ['normalization', 'maxVariable', 'version'];

interface Parsed {
  locale: string;
  strength: 1 | 2 | 3;
  tag: string;
  numericOrdering: boolean;
  caseLevel: boolean;
  /** As Intl has it; absent for the language's own. */
  caseFirst?: 'upper' | 'lower' | 'false' | undefined;
}

function parse(spec: Doc): Parsed | undefined {
  const { locale, strength, numericOrdering = false, caseLevel = false, caseFirst, ...rest } = spec;
  if (typeof locale !== 'string')
    throw badValue("BSON field 'collation.locale' is missing but a required field");
  if (locale === 'simple') return undefined;
  const level = strength === undefined ? 3 : Number(strength);
  for (const [option, value] of Object.entries(rest))
    if (!ignored.includes(option) && value !== fixed[option])
      throw notImplemented(`collation option ${option}`);
  if (level !== 1 && level !== 2 && level !== 3) throw notImplemented(`collation strength ${level}`);
  if (typeof numericOrdering !== 'boolean' || typeof caseLevel !== 'boolean')
    throw typeMismatch('numericOrdering and caseLevel of a collation must be booleans');
  if (caseLevel && level !== 1) throw notImplemented(`caseLevel at strength ${level}`);
  if (caseFirst !== undefined && !['off', 'upper', 'lower'].includes(caseFirst as string))
    throw badValue(
      `Enumeration value '${describe(caseFirst)}' for field 'collation.caseFirst' is not a valid value.`,
    );
  const tag = locale.replaceAll('_', '-');
  let known: string[];
  try {
    known = Intl.Collator.supportedLocalesOf(tag);
  } catch {
    known = [];
  }
  if (known.length === 0) throw badValue(`Field 'locale' is invalid in: { locale: "${locale}" }`);
  const first = caseFirst === 'off' ? 'false' : (caseFirst as Parsed['caseFirst']);
  return { locale, strength: level, tag, numericOrdering, caseLevel, caseFirst: first };
}

/** Collators are dear to make and few in kind. */
const collators = new Map<string, StringCompare>();

/**
 * The string order of a command's `collation`, or undefined for the simple one. Strengths 1 to 3 are understood;
 * options that would change the order in other ways are refused.
 */
export function collationCompare(spec: Doc | undefined): StringCompare | undefined {
  if (spec === undefined || Object.keys(spec).length === 0) return undefined;
  const parsed = parse(spec);
  if (!parsed) return undefined;
  const { tag, strength, numericOrdering: numeric, caseLevel, caseFirst } = parsed;
  const id = [tag, strength, numeric, caseLevel, caseFirst].join();
  let compare = collators.get(id);
  if (!compare) {
    const sensitivity = caseLevel ? 'case' : (['base', 'accent', 'variant'] as const)[strength - 1]!;
    const collator = new Intl.Collator(tag, { sensitivity, numeric, ...(caseFirst && { caseFirst }) });
    compare = (a, b) => collator.compare(a, b);
    if (collators.size < 100) collators.set(id, compare);
  }
  return compare;
}

/** Languages whose rules change none of the options of a collation: what is stored can be listed in full. */
const unchanged = 'en de fr es it pt nl sv nb nn fi pl cs sk sl hr hu ro tr ru uk bg'.split(' ');

/** A collation as collections and indexes keep and list it; undefined for the simple one. */
export function storedCollation(spec: Doc): Doc | undefined {
  const parsed = parse(spec);
  if (!parsed) return undefined;
  const { locale, strength, tag, numericOrdering, caseLevel } = parsed;
  if (!unchanged.includes(tag.split('-')[0]!) || tag === 'fr-CA')
    throw notImplemented(`A stored collation of locale ${locale}`);
  const { caseFirst = 'off', maxVariable = 'punct', normalization = false } = spec;
  return {
    ...{ locale, caseLevel, caseFirst, strength, numericOrdering, alternate: fixed.alternate },
    ...{ maxVariable, normalization, backwards: fixed.backwards, version: '57.1' },
  };
}

/** Letters of many scripts (of Chinese and Korean only some): first, last, and the distance from one to the next. */
const scripts: [first: number, last: number, step: number][] = [
  [0x20, 0x52f, 1],
  [0x5d0, 0x64f, 1],
  [0xe01, 0xe5b, 1],
  [0x3041, 0x30ff, 1],
  [0x4e00, 0x9fff, 32],
  [0xac00, 0xd7a3, 28],
];
const letters = scripts.flatMap(([first, last, step]) =>
  Array.from({ length: (last - first) / step + 1 }, (_, i) => String.fromCharCode(first + i * step)),
);
/** By language: the letters in its order, one of those that differ in accents or case only. */
const alphabets = new Map<string, string[]>();

function alphabetOf(tag: string): string[] {
  let alphabet = alphabets.get(tag);
  if (!alphabet) {
    const { compare } = new Intl.Collator(tag, { sensitivity: 'base' });
    const sorted = [...letters].sort(compare);
    alphabet = [];
    // signs that stand for two letters, as æ, come between a letter and that letter with the last one behind it
    for (const letter of sorted) {
      const last = alphabet.at(-1);
      if (compare(letter, last === undefined ? '' : last + sorted.at(-1)!) > 0) alphabet.push(letter);
    }
    alphabets.set(tag, alphabet);
  }
  return alphabet;
}

/** How many letters of a string tell its place. */
const depth = 16;

const ofDigits = new Intl.Collator('en', { sensitivity: 'base' });
/** A digit of any script as one of ASCII, zeros as nothing. */
function plainDigit(sign: string): string {
  const digit = Array.from('0123456789').find((one) => ofDigits.compare(one, sign) === 0);
  return digit === '0' ? '' : (digit ?? sign);
}

/**
 * A text that is the same for all strings which a collation takes for the same, and for few others: it tells between
 * which letters of the alphabet a string stands, then where among strings that begin with the first of these, and so
 * on. Whatever compares as equal goes the same way.
 */
export function placeOf(spec: Doc, string: string): string {
  // ICU's comparison of numbers contradicts itself at times; without it, only zeros in front make a difference
  const compare = collationCompare({ ...spec, numericOrdering: false })!;
  const text = spec.numericOrdering ? string.replace(/\p{N}/gu, plainDigit) : string;
  const alphabet = alphabetOf(parse(spec)!.tag);
  let place = '';
  let start = '';
  while (place.length < depth && compare(start, text) !== 0) {
    let low = 0;
    for (let high = alphabet.length; low < high;) {
      const middle = (low + high) >> 1;
      if (compare(start + alphabet[middle]!, text) <= 0) low = middle + 1;
      else high = middle;
    }
    if (low === 0) break;
    place += String.fromCharCode(low);
    start += alphabet[low - 1]!;
  }
  return place;
}
