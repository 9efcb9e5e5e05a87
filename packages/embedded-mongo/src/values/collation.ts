import { type Doc, isDoc } from '../bson/document.js';
import { badValue, notImplemented, typeMismatch } from '../bson/errors.js';
import { describe } from '../bson/print.js';
import type { StringCompare } from './compare.js';

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

/** Whether a stored `collation` is absent or the binary order, which is all that collections and indexes have. */
export const isSimple = (spec: unknown): boolean =>
  spec === undefined || (isDoc(spec) && (Object.keys(spec).length === 0 || parse(spec) === undefined));
