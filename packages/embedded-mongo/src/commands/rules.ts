import type { Collection } from '../catalogue.js';
import { asNumber } from '../describe.js';
import { readRecord, successor } from '../keys.js';
import { collationCompare } from '../semantics/collation.js';
import { decode, fieldKey, isDoc } from '../semantics/document.js';
import { badValue, notImplemented, ServerError } from '../semantics/errors.js';
import { compileJsonSchema } from '../semantics/json-schema/index.js';
import { compileFilter } from '../semantics/matcher.js';
import type { CompiledFilter, Doc } from '../semantics/types.js';
import type { Engine } from './context.js';

/**
 * What the options of a collection demand of writes: views take none, validators refuse documents, time series need
 * their time, capped collections lose their oldest. All run inside the write transaction.
 */

const validators = new WeakMap<Doc, CompiledFilter>();

function validatorOf({ options }: Collection): CompiledFilter | undefined {
  const validator = options.validator as Doc | undefined;
  if (!validator || options.validationLevel === 'off' || options.validationAction === 'warn')
    return undefined;
  let filter = validators.get(validator);
  if (!filter) {
    const collation = collationCompare(options.collation as Doc | undefined);
    validators.set(validator, (filter = compileFilter(validator, { collation })));
  }
  return filter;
}

/** Why a document failed, in MongoDB's form where the validator is a `$jsonSchema`. */
function details(validator: Doc, doc: Doc): Doc {
  const [name = '', ...others] = Object.keys(validator);
  const schema = validator.$jsonSchema;
  if (others.length || !isDoc(schema)) {
    const condition = validator[name];
    const operator = isDoc(condition) ? (Object.keys(condition)[0] ?? '$eq') : '$eq';
    return {
      operatorName: others.length ? '$and' : name.startsWith('$') ? name : operator,
      specifiedAs: validator,
      reason: 'the document does not match',
    };
  }
  const { title, description } = schema;
  return {
    operatorName: '$jsonSchema',
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    schemaRulesNotSatisfied: compileJsonSchema(schema).failures(doc),
  };
}

function validate(collection: Collection, doc: Doc): void {
  if (validatorOf(collection)?.test(doc) !== false) return;
  throw new ServerError(121, 'Document failed validation', {
    errInfo: { failingDocumentId: doc._id, details: details(collection.options.validator as Doc, doc) },
  });
}

/** Throws for a view. */
export function checkWritable(collection: Collection | undefined): void {
  if (collection?.options.viewOn !== undefined)
    throw new ServerError(166, `Namespace ${collection.db}.${collection.name} is a view, not a collection`);
}

/** Throws for a document that its collection does not take. */
export function checkInsert(collection: Collection, doc: Doc, size: number, bypass: boolean): void {
  checkWritable(collection);
  const { capped, size: limit, timeseries } = collection.options;
  const timeField = (timeseries as Doc | undefined)?.timeField as string | undefined;
  if (timeField !== undefined && !(doc[fieldKey(timeField)] instanceof Date))
    throw badValue(`'${timeField}' must be present and contain a valid BSON UTC datetime value`);
  if (capped && size > asNumber(limit)!)
    throw new ServerError(10003, 'object to insert exceeds cappedMaxSize');
  if (!bypass) validate(collection, doc);
}

/** Throws for a change that its collection does not take; `grown` is the difference in bytes. */
export function checkChange(
  collection: Collection,
  before: Doc,
  after: Doc,
  grown: number,
  bypass: boolean,
): void {
  const { capped, timeseries, validationLevel } = collection.options;
  if (timeseries) throw notImplemented('An update of a time series');
  if (capped && grown !== 0)
    throw notImplemented('An update that changes the size of a document in a capped collection');
  // moderate: documents that were wrong before may stay so
  if (bypass || (validationLevel === 'moderate' && validatorOf(collection)?.test(before) === false)) return;
  validate(collection, after);
}

/** Removes the oldest documents of a capped collection that is too full. */
export function trim(engine: Engine, collection: Collection): void {
  if (!collection.options.capped) return;
  const limit = asNumber(collection.options.size)!;
  const max = asNumber(collection.options.max) ?? Infinity;
  const { prefix } = collection;
  for (;;) {
    const { count, size } = engine.catalogue.stats(collection);
    if (count <= max && size <= limit) return;
    const [oldest] = engine.storage.docs.getRange({ start: prefix, end: successor(prefix), limit: 1 });
    if (!oldest) return;
    const { key, value } = oldest;
    engine.records.remove(collection, readRecord(key), decode(value), value.length);
  }
}
