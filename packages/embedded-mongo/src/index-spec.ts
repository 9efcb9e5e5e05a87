import { asNumber, describe } from './describe.js';
import { cannotCreate, type Kind, kindCheck, kindOf, kindSpec, optionsOf } from './index-kinds.js';
import { keysNow, prefixBytes } from './keys.js';
import { fieldName } from './semantics/document.js';
import { collationCompare, storedCollation } from './semantics/collation.js';
import { ServerError } from './semantics/errors.js';
import { isReference } from './semantics/conditions.js';
import { compileFilter } from './semantics/matcher.js';
import { parsePath, type Segment } from './semantics/paths.js';
import type { CompiledFilter, Doc, StringCompare } from './semantics/types.js';

/** One index of a collection. `spec` is what listIndexes shows; the rest is derived from it, or state of its keys. */
export interface Index {
  id: number;
  name: string;
  spec: Doc;
  paths: string[];
  segments: Segment[][];
  descending: boolean[];
  /** First bytes of all its keys. */
  prefix: Buffer;
  unique: boolean;
  sparse: boolean;
  partial?: CompiledFilter | undefined;
  expireAfterSeconds?: number | undefined;
  /** Per path: some document has an array there. */
  multikey: boolean[];
  /** Some key was too long and is cut: its order is not exact. */
  cut: boolean;
  /** How its keys were made, as `keysNow` says it. */
  keys: string | undefined;
  /** Still being filled; of no use to the planner. */
  building: boolean;
  /** What a kind that keeps no keys checks of a document instead. */
  check?: ((doc: Doc) => void) | undefined;
  collation?: IndexCollation | undefined;
}

/** How an index under a collation tells which strings are the same. */
export interface IndexCollation {
  compare: StringCompare;
  spec: Doc;
  /** First bytes of the keys with strings, of which only a comparison tells whether they are the same. */
  texts: Buffer;
}

const indexOptions = new Set(
  'v key name unique sparse partialFilterExpression expireAfterSeconds background hidden ns collation'.split(
    ' ',
  ),
);

/** The collation of an index: its own, else that of its collection. */
function collationOf(given: Doc, inherited: Doc | undefined, kind: Kind | undefined): Doc | undefined {
  const collation = given.collation === undefined ? inherited : storedCollation(given.collation as Doc);
  if (collation && (kind === 'text' || kind === '2d'))
    throw cannotCreate(`Index type '${kind}' does not support collation: ${describe(collation)}`);
  return collation;
}

/**
 * Checks an index specification of createIndexes and fills in what MongoDB would; `inherited` is the collation of the
 * collection.
 */
export function normaliseSpec(given: Doc, inherited?: Doc): Doc {
  const key = given.key as Doc | undefined;
  if (typeof key !== 'object' || Object.keys(key).length === 0)
    throw cannotCreate('Index keys cannot be an empty object');
  if (Object.keys(key).length > 32) throw new ServerError(13103, 'too many compound keys');
  const kind = kindOf(key);
  for (const field in key) {
    const name = fieldName(field);
    const direction = key[field];
    if (typeof direction === 'string' || (kind === 'wildcard' && name.endsWith('$**'))) continue;
    const number = asNumber(direction);
    if (number === undefined || number === 0 || Number.isNaN(number))
      throw cannotCreate(`Values in v:2 index key pattern cannot be of type ${describe(direction)}`);
    const parts = name.split('.');
    if (parts.includes('')) throw cannotCreate('Index keys cannot contain an empty field.');
    if (parts.some((part, i) => part.startsWith('$') && !(i > 0 && isReference(part))))
      throw cannotCreate("Index key contains an illegal field name: field name starts with '$'.");
  }
  const name =
    given.name ??
    Object.keys(key)
      .map((field) => `${fieldName(field)}_${String(asNumber(key[field]) ?? key[field])}`)
      .join('_');
  if (typeof name !== 'string' || name === '' || name === '*')
    throw cannotCreate('The index name is not valid');
  const isId = Object.keys(key).join() === '_id' && asNumber(key._id)! > 0;
  for (const option in given) {
    if (!indexOptions.has(option) && !optionsOf(kind).includes(option))
      throw new ServerError(
        197,
        `The field '${option}' is not valid for an index specification. Specification: {}`,
      );
  }
  const spec: Doc = { v: given.v ?? 2, key, name: isId ? '_id_' : name };
  if (given.unique && !isId) spec.unique = true;
  if (given.sparse) spec.sparse = true;
  if (given.hidden) spec.hidden = true;
  if (given.partialFilterExpression !== undefined) {
    if (given.sparse) throw cannotCreate('cannot mix "partialFilterExpression" and "sparse" options');
    compileFilter(given.partialFilterExpression as Doc);
    spec.partialFilterExpression = given.partialFilterExpression;
  }
  if (given.expireAfterSeconds !== undefined) {
    if (Object.keys(key).length !== 1 || isId)
      throw cannotCreate('TTL indexes are single-field indexes, compound indexes do not support TTL');
    const seconds = asNumber(given.expireAfterSeconds);
    if (seconds === undefined || seconds < 0 || seconds > 2147483647)
      throw cannotCreate('TTL index expireAfterSeconds must be within the range 0 to 2147483647');
    spec.expireAfterSeconds = given.expireAfterSeconds;
  }
  if (kind) Object.assign(spec, kindSpec(kind, given));
  const collation = collationOf(given, inherited, kind);
  if (collation) spec.collation = collation;
  return spec;
}

export function buildIndex(id: number, spec: Doc): Index {
  const key = spec.key as Doc;
  const paths = Object.keys(key).map(fieldName);
  const partial = spec.partialFilterExpression as Doc | undefined;
  const kind = kindOf(key);
  const prefix = prefixBytes(id);
  const order = collationCompare(spec.collation as Doc | undefined);
  return {
    id,
    name: spec.name as string,
    spec,
    paths,
    segments: paths.map(parsePath),
    descending: Object.values(key).map((direction) => asNumber(direction)! < 0),
    prefix: order ? Buffer.concat([prefix, Buffer.of(0)]) : prefix,
    unique: spec.unique === true || (spec.name === '_id_' && spec.unique !== false),
    sparse: spec.sparse === true,
    partial: partial && compileFilter(partial, { collation: order }),
    expireAfterSeconds: asNumber(spec.expireAfterSeconds),
    multikey: paths.map(() => false),
    cut: false,
    keys: keysNow(order !== undefined),
    building: false,
    check: kind && kindCheck(kind, spec),
    collation: order && {
      compare: order,
      spec: spec.collation as Doc,
      texts: Buffer.concat([prefix, Buffer.of(1)]),
    },
  };
}
