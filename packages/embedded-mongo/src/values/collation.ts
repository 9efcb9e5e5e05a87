import { type Doc, isDoc } from '../bson/document.js';
import { badValue, notImplemented, typeMismatch } from '../bson/errors.js';
import type { StringCompare } from './compare.js';

/** Options that this server only supports with these values, MongoDB's defaults. */
const fixed: Doc = { alternate: 'non-ignorable', backwards: false, caseLevel: false, caseFirst: 'off' };
/** Options without effect here: strings are compared as if normalised, and no characters are ignored. */
const ignored = ['normalization', 'maxVariable', 'version'];
/** The string differences that count, by strength. */
const sensitivities = [undefined, 'base', 'accent', 'variant'] as const;

interface Parsed {
  tag: string;
  sensitivity: 'base' | 'accent' | 'variant';
  numeric: boolean;
}

function parse(spec: Doc): Parsed | undefined {
  const { locale, strength, numericOrdering: numeric = false, ...rest } = spec;
  if (typeof locale !== 'string')
    throw badValue("BSON field 'collation.locale' is missing but a required field");
  if (locale === 'simple') return undefined;
  for (const [option, value] of Object.entries(rest))
    if (!ignored.includes(option) && value !== fixed[option])
      throw notImplemented(`collation option ${option}`);
  const level = strength === undefined ? 3 : Number(strength);
  const sensitivity = sensitivities[level];
  if (!sensitivity) throw notImplemented(`collation strength ${level}`);
  if (typeof numeric !== 'boolean') throw typeMismatch('numericOrdering of a collation must be a boolean');
  const tag = locale.replaceAll('_', '-');
  let known: string[];
  try {
    known = Intl.Collator.supportedLocalesOf(tag);
  } catch {
    known = [];
  }
  if (known.length === 0) throw badValue(`Field 'locale' is invalid in: { locale: "${locale}" }`);
  return { tag, sensitivity, numeric };
}

/** Collators are expensive to create, and there are few different ones. */
const collators = new Map<string, StringCompare>();

/**
 * Returns the string order of a command's `collation`, or undefined for the simple one. Supports strengths 1 to 3;
 * throws for options that would change the order in other ways.
 */
export function collationCompare(spec: Doc | undefined): StringCompare | undefined {
  if (spec === undefined || Object.keys(spec).length === 0) return undefined;
  const parsed = parse(spec);
  if (!parsed) return undefined;
  const { tag, ...options } = parsed;
  const id = `${tag} ${Object.values(options).join(' ')}`;
  let compare = collators.get(id);
  if (!compare) {
    compare = new Intl.Collator(tag, options).compare;
    if (collators.size < 100) collators.set(id, compare);
  }
  return compare;
}

/**
 * Whether a stored `collation` is absent or the binary order, the only one that collections and indexes support.
 */
export const isSimple = (spec: unknown): boolean =>
  spec === undefined || (isDoc(spec) && (Object.keys(spec).length === 0 || parse(spec) === undefined));
