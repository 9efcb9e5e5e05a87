import { asNumber } from './describe.js';
import { checkPlane, checkSphere } from './index-geometry.js';
import { entries, fieldKey, isDoc } from './semantics/document.js';
import { notImplemented, ServerError } from './semantics/errors.js';
import { indexKeyTuples, meetsArray, parsePath, plainValue } from './semantics/paths.js';
import type { Doc } from './semantics/types.js';

/**
 * Indexes whose queries this server does not have (text, geometry) or that only an explain could tell from a scan
 * (hashed, wildcard). They are listed, and refuse on write what MongoDB refuses; keys they have none.
 */
export type Kind = 'text' | '2d' | '2dsphere' | 'hashed' | 'wildcard';

export const cannotCreate = (message: string): ServerError => new ServerError(67, message);

const isWildcard = (field: string) => field === '$**' || field.endsWith('.$**');

/** The kind of index that a key asks for; undefined for ordinary ones. */
export function kindOf(key: Doc): Kind | undefined {
  const asked = new Set<string>();
  for (const [field, direction] of entries(key))
    if (typeof direction === 'string') asked.add(direction);
    else if (isWildcard(field)) asked.add('wildcard');
  if (asked.size > 1) throw cannotCreate("Can't use more than one index plugin for a single index.");
  const [kind] = asked;
  if (kind !== undefined && !['text', '2d', '2dsphere', 'hashed', 'wildcard'].includes(kind))
    throw cannotCreate(`Unknown index plugin '${kind}'`);
  return kind as Kind | undefined;
}

const languages = new Set(
  (
    'none danish da dutch nl english en finnish fi french fr german de hungarian hu italian it norwegian nb ' +
    'portuguese pt romanian ro russian ru spanish es swedish sv turkish tr'
  ).split(' '),
);

/** Options beside those that every index may have. */
const options: Record<Kind, string[]> = {
  text: ['weights', 'default_language', 'language_override', 'textIndexVersion'],
  '2d': ['bits', 'min', 'max'],
  '2dsphere': ['2dsphereIndexVersion'],
  hashed: [],
  wildcard: [],
};
export const optionsOf = (kind: Kind | undefined): string[] => (kind ? options[kind] : []);

/** A text index lists its fields as weights, and stands in its key as `_fts` and `_ftsx`. */
function textSpec(given: Doc): Doc {
  const key: Doc = {};
  const weights: Doc = { ...(given.weights as Doc | undefined) };
  for (const [field, direction] of entries(given.key as Doc)) {
    if (direction !== 'text') {
      if (field !== '_ftsx') key[field] = direction;
      continue;
    }
    if ('_fts' in key && Object.keys(key).at(-1) !== '_ftsx')
      throw cannotCreate("'text' fields in index must all be adjacent");
    Object.assign(key, { _fts: 'text', _ftsx: 1 });
    if (field !== '_fts') weights[field] ??= 1;
  }
  for (const [field, weight] of entries(weights)) {
    const number = asNumber(weight) ?? 0;
    if (!(number >= 1 && number < 100_000))
      throw cannotCreate(
        `text index weight must be in the exclusive interval (0,100000) but found: ${field}`,
      );
  }
  const { default_language: language = 'english', language_override: override = 'language' } = given;
  if (typeof language !== 'string' || !languages.has(language.toLowerCase()))
    throw cannotCreate('default_language is not valid');
  if (typeof override !== 'string' || override === '') throw cannotCreate('language_override is not valid');
  const sorted = Object.entries(weights).sort(([a], [b]) => (a < b ? -1 : 1));
  const details = { default_language: language, language_override: override, textIndexVersion: 3 };
  return { key, weights: Object.fromEntries(sorted), ...details };
}

/** What a specification of a kind has besides the fields of every index. Throws for options that do not go with it. */
export function kindSpec(kind: Kind, given: Doc): Doc {
  if (given.unique && kind !== 'text')
    throw kind === 'hashed'
      ? new ServerError(16764, 'Currently hashed indexes cannot guarantee uniqueness. Use a regular index.')
      : kind === 'wildcard'
        ? cannotCreate("Index type 'wildcard' does not support the unique option")
        : notImplemented(`A unique ${kind} index`);
  if (given.expireAfterSeconds !== undefined) throw notImplemented(`expireAfterSeconds on a ${kind} index`);
  const hashed = Object.values(given.key as Doc).filter((direction) => direction === 'hashed').length;
  if (hashed > 1)
    throw new ServerError(31303, `A maximum of one index field is allowed to be hashed but found ${hashed}`);
  if (kind === 'text') return textSpec(given);
  const own = options[kind].filter((option) => given[option] !== undefined);
  const more = Object.fromEntries(own.map((option) => [option, given[option]]));
  return kind === '2dsphere' ? { ...more, '2dsphereIndexVersion': 3 } : more;
}

/** The language of a document, and of those on the way to its texts, must be one that MongoDB has rules for. */
function checkLanguages(value: unknown, override: string, paths: string[][]): void {
  if (Array.isArray(value)) for (const item of value) checkLanguages(item, override, paths);
  if (!isDoc(value)) return;
  const language = value[fieldKey(override)];
  if (language !== undefined && typeof language !== 'string')
    throw new ServerError(17261, 'found language override field in document with non-string type');
  if (language !== undefined && !languages.has(language.toLowerCase()))
    throw new ServerError(17262, `language override unsupported: ${language}`);
  const everywhere = paths.filter(([first]) => first === '$**');
  for (const [name, field] of entries(value)) {
    const below = paths
      .filter(([first, ...rest]) => first === name && rest.length)
      .map((path) => path.slice(1));
    if (below.length || everywhere.length) checkLanguages(field, override, [...below, ...everywhere]);
  }
}

/** What an index of a kind checks when a document is written. */
export function kindCheck(kind: Kind, spec: Doc): (doc: Doc) => void {
  const fields = entries(spec.key as Doc);
  const ordinary = fields
    .filter(([name, direction]) => typeof direction !== 'string' && name !== '_ftsx' && !isWildcard(name))
    .map(([name]) => name);
  const special = fields.filter(([, direction]) => direction === kind).map(([name]) => name);
  const texts = entries((spec.weights ?? {}) as Doc).map(([name]) => name.split('.'));
  return (doc) => {
    if (kind === 'text') {
      const list = ordinary.find((path) => Array.isArray(plainValue(doc, parsePath(path))));
      if (list !== undefined)
        throw new ServerError(201, `Field '${list}' of text index contains an array in document`);
      checkLanguages(doc, spec.language_override as string, texts);
      // which of its words would be taken is not known here
      if (spec.unique && texts.some(([name]) => name === '$**' || doc[fieldKey(name!)] !== undefined))
        throw notImplemented('A text in a unique text index');
      return;
    }
    for (const path of special) {
      if (kind === '2dsphere') checkSphere(doc, path);
      if (kind === '2d') checkPlane(doc, path, spec);
      if (kind === 'hashed' && meetsArray(doc, parsePath(path)))
        throw new ServerError(
          16766,
          `hashed indexes do not currently support array values. Found array at path: ${path}`,
        );
    }
    // two arrays side by side are refused as in any compound index
    indexKeyTuples(doc, ordinary.map(parsePath));
  };
}
