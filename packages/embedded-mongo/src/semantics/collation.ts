import { badValue, notImplemented } from './errors.js';
import type { Doc, StringCompare } from './types.js';

/** Options that this server takes only at these values, which are MongoDB's defaults. */
const neutral: Doc = {
  caseLevel: false,
  caseFirst: 'off',
  numericOrdering: false,
  alternate: 'non-ignorable',
  maxVariable: 'punct',
  backwards: false,
};
const ignored = ['normalization', 'maxVariable', 'version'];

interface Parsed {
  locale: string;
  strength: 1 | 2 | 3;
  tag: string;
}

function parse(spec: Doc): Parsed | undefined {
  const { locale, strength, ...rest } = spec;
  if (typeof locale !== 'string')
    throw badValue("BSON field 'collation.locale' is missing but a required field");
  if (locale === 'simple') return undefined;
  const level = strength === undefined ? 3 : Number(strength);
  for (const [option, value] of Object.entries(rest))
    if (!ignored.includes(option) && value !== (neutral[option] ?? false))
      throw notImplemented(`collation option ${option}`);
  if (level !== 1 && level !== 2 && level !== 3) throw notImplemented(`collation strength ${level}`);
  const tag = locale.replace('_', '-').replace(/@.*$/, '');
  let known: string[];
  try {
    known = Intl.Collator.supportedLocalesOf(tag);
  } catch {
    known = [];
  }
  if (known.length === 0 || tag !== locale.replace('_', '-'))
    throw badValue(`Field 'locale' is invalid in: { locale: "${locale}" }`);
  return { locale, strength: level, tag };
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
  const { tag, strength } = parsed;
  const id = `${tag} ${strength}`;
  let compare = collators.get(id);
  if (!compare) {
    const sensitivity = (['base', 'accent', 'variant'] as const)[strength - 1]!;
    const collator = new Intl.Collator(tag, { sensitivity });
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
  const { locale, strength, tag } = parsed;
  if (!unchanged.includes(tag.split('-')[0]!) || tag === 'fr-CA')
    throw notImplemented(`A stored collation of locale ${locale}`);
  const { caseLevel, caseFirst, numericOrdering, alternate, maxVariable, backwards } = neutral;
  return {
    ...{ locale, caseLevel, caseFirst, strength, numericOrdering, alternate },
    maxVariable: spec.maxVariable ?? maxVariable,
    normalization: spec.normalization ?? false,
    backwards,
    version: '57.1',
  };
}

/** Languages that order ASCII letters as the alphabet does, each by itself. */
const plainAscii = 'en de fr es it pt nl ru uk bg'.split(' ');

/**
 * A form of printable ASCII strings that is the same exactly for those equal under a stored collation; undefined where
 * only a comparison can tell.
 */
export function asciiForm(spec: Doc): ((text: string) => string | undefined) | undefined {
  const { tag, strength } = parse(spec)!;
  if (!plainAscii.includes(tag.split('-')[0]!)) return undefined;
  return (text) => {
    if (!/^[ -~]*$/.test(text)) return undefined;
    return strength === 3 ? text : text.toLowerCase();
  };
}
