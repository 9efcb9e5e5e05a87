import { type Doc, fieldName, isDoc } from '../bson/document.js';
import { badValue, notImplemented, ServerError, typeMismatch } from '../bson/errors.js';
import { asNumber, isNumber } from '../bson/numbers.js';
import { describe } from '../bson/print.js';
import { isReference } from '../language/filter/conditions.js';
import { compileFilter } from '../language/filter/parse.js';
import type { CompiledFilter, FieldOp, FilterNode } from '../language/types.js';
import { prefixBytes } from '../values/keys.js';
import { parsePath, type Segment } from '../values/paths.js';

/**
 * An index of a collection. `spec` is the document that listIndexes shows; the rest is derived from it, or the
 * state of its keys.
 */
export interface Index {
  id: number;
  name: string;
  spec: Doc;
  paths: string[];
  segments: Segment[][];
  descending: boolean[];
  /** Prefix of all its keys. */
  prefix: Buffer;
  unique: boolean;
  sparse: boolean;
  partial?: CompiledFilter | undefined;
  expireAfterSeconds?: number | undefined;
  /** Per path: whether a document has an array there. */
  multikey: boolean[];
  /** Whether a key was too long and is truncated, so that the key order is not exact. */
  cut: boolean;
  /** Still being filled, and not used by the planner. */
  building: boolean;
}

const cannotCreate = (message: string): ServerError => new ServerError(67, message);

/** The options of an index, besides its keys, name and version. */
export const indexOptions = ['unique', 'sparse', 'partialFilterExpression', 'expireAfterSeconds'];
/** Options and types of MongoDB's indexes that this server does not have. */
const missingOptions =
  'background bits bucketSize clustered collation default_language hidden language_override max min ns ' +
  'prepareUnique storageEngine textIndexVersion weights wildcardProjection 2dsphereIndexVersion';
const missingKinds = ['text', '2d', '2dsphere', 'geoHaystack', 'hashed'];

/** Throws if a field requests an unsupported index type. */
function checkKind(field: string, direction: unknown): void {
  if (field === '$**' || field.endsWith('.$**')) throw notImplemented('a wildcard index');
  if (typeof direction !== 'string') return;
  if (!missingKinds.includes(direction)) throw cannotCreate(`Unknown index plugin '${direction}'`);
  throw notImplemented(`a ${direction} index`);
}

function checkOption(option: string, value: unknown): void {
  if (missingOptions.split(' ').includes(option)) throw notImplemented(`an index with ${option}`);
  if (!indexOptions.includes(option) && !['v', 'key', 'name'].includes(option))
    throw new ServerError(
      197,
      `The field '${option}' is not valid for an index specification. Specification: {}`,
    );
  if ((option === 'unique' || option === 'sparse') && typeof value !== 'boolean' && !isNumber(value))
    throw typeMismatch(
      `The field '${option}' has value ${option}: ${describe(value)}, which is not convertible to bool`,
    );
}

const partialOps = new Set<FieldOp>(['eq', 'gt', 'gte', 'lt', 'lte', 'in', 'exists', 'type']);

/** Throws for a filter that MongoDB does not allow in a partial index. */
function checkPartial(node: FilterNode): void {
  if (node.kind === 'and' || node.kind === 'or') node.children.forEach(checkPartial);
  else if (node.kind === 'field' ? !partialOps.has(node.op) : node.kind !== 'always')
    throw cannotCreate(
      `Expression not supported in partial index: ${node.kind === 'field' ? `${node.path} $${node.op}` : `$${node.kind}`}`,
    );
}

/** Validates an index specification of createIndexes and adds MongoDB's defaults. */
export function normaliseSpec(given: Doc): Doc {
  const key = given.key as Doc | undefined;
  if (typeof key !== 'object' || Object.keys(key).length === 0)
    throw cannotCreate('Index keys cannot be an empty object');
  if (Object.keys(key).length > 32) throw new ServerError(13103, 'too many compound keys');
  for (const field in key) {
    const name = fieldName(field);
    const direction = key[field];
    checkKind(name, direction);
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
  if (name === '*') throw badValue("The index name '*' is not valid.");
  if (typeof name !== 'string' || name === '') throw cannotCreate('The index name is not valid');
  const isId = Object.keys(key).join() === '_id' && asNumber(key._id)! > 0;
  for (const option in given) checkOption(option, given[option]);
  if (![1, 2].includes(asNumber(given.v ?? 2)!))
    throw cannotCreate(`Invalid index specification: cannot create an index with v=${describe(given.v)}`);
  const spec: Doc = { v: given.v ?? 2, key, name: isId ? '_id_' : name };
  if (given.unique && !isId) spec.unique = true;
  if (given.sparse) spec.sparse = true;
  if (given.partialFilterExpression !== undefined) {
    if (given.sparse) throw cannotCreate('cannot mix "partialFilterExpression" and "sparse" options');
    if (!isDoc(given.partialFilterExpression))
      throw cannotCreate('"partialFilterExpression" for an index must be a document');
    checkPartial(compileFilter(given.partialFilterExpression).ast);
    spec.partialFilterExpression = given.partialFilterExpression;
  }
  if (given.expireAfterSeconds !== undefined) {
    if (Object.keys(key).length !== 1 || isId)
      throw cannotCreate('TTL indexes are single-field indexes, compound indexes do not support TTL');
    const seconds = asNumber(given.expireAfterSeconds) ?? -1;
    if (!(seconds >= 0 && seconds <= 2147483647))
      throw cannotCreate('TTL index expireAfterSeconds must be within the range 0 to 2147483647');
    spec.expireAfterSeconds = given.expireAfterSeconds;
  }
  return spec;
}

export function buildIndex(id: number, spec: Doc): Index {
  const key = spec.key as Doc;
  const paths = Object.keys(key).map(fieldName);
  const partial = spec.partialFilterExpression as Doc | undefined;
  return {
    id,
    name: spec.name as string,
    spec,
    paths,
    segments: paths.map(parsePath),
    descending: Object.values(key).map((direction) => asNumber(direction)! < 0),
    prefix: prefixBytes(id),
    unique: spec.unique === true || spec.name === '_id_',
    sparse: spec.sparse === true,
    partial: partial && compileFilter(partial),
    expireAfterSeconds: asNumber(spec.expireAfterSeconds),
    multikey: paths.map(() => false),
    cut: false,
    building: false,
  };
}
