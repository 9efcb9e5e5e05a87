import type { Doc } from '../bson/document.js';
import { encode } from '../bson/encode.js';
import { badValue, tooLarge } from '../bson/errors.js';
import { asNumber } from '../bson/numbers.js';
import { compileFilter } from '../language/filter/parse.js';
import type { CompiledFilter, Vars } from '../language/types.js';
import { type Plan, plan } from '../plan/planner.js';
import type { Query, Row, Rows, Scanner } from '../plan/scan.js';
import type { Collection } from '../store/catalogue.js';
import { type PAUSE, unpaused } from '../values/pace.js';
import { type CompiledSort, compileSort } from '../values/sort.js';

/** The common part of find, count, update, delete and findAndModify. */
export interface Selection {
  filter: CompiledFilter;
  sort?: CompiledSort | undefined;
  natural?: number | undefined;
  hint?: unknown;
  skip?: number;
  limit?: number;
}

export interface SelectionSource {
  filter?: Doc | undefined;
  sort?: Doc | undefined;
  hint?: unknown;
  vars?: Vars | undefined;
  now: Date;
  skip?: number;
  limit?: number;
}

/** Compiles a selection once; throws MongoDB's errors for an invalid one. */
export function select(source: SelectionSource): Selection {
  const { sort, hint, vars, now, skip = 0, limit = 0 } = source;
  const filter = compileFilter(source.filter ?? {}, { vars, now });
  const selection: Selection = { filter, hint, skip, limit };
  if (sort && '$natural' in sort) {
    if (Object.keys(sort).length > 1)
      throw badValue('$natural sort cannot be set to a value other than -1 or 1.');
    selection.natural = asNumber(sort.$natural);
  } else if (sort && Object.keys(sort).length > 0) selection.sort = compileSort(sort);
  return selection;
}

export const planSelection = (collection: Collection, selection: Selection): Plan =>
  plan(collection, selection.filter, selection);

export function queryOf(collection: Collection, selection: Selection): Query {
  const { filter, sort, skip = 0, limit = 0 } = selection;
  return { collection, filter, sort, skip, limit, plan: planSelection(collection, selection) };
}

/** Finds the rows of a selection; none if the collection does not exist. */
export function rowsOf(scanner: Scanner, collection: Collection | undefined, selection: Selection): Rows {
  return collection ? scanner.run(queryOf(collection, selection)) : nothing();
}

/** Returns the documents of rows; calls `check` at their pauses. */
export async function* docsOf(rows: Iterable<Row | typeof PAUSE>, check?: () => void): AsyncGenerator<Doc> {
  for await (const row of unpaused<Row>(rows, check)) yield row.doc;
}

/** MongoDB's size limit for a document in a reply, in bytes: 16 kB more than for a stored one. */
const maxAnswer = 16 * 1024 * 1024 + 16 * 1024;

/** Encodes a document for a reply; throws BSONObjectTooLarge. */
export function encodeAnswer(doc: Doc): Buffer {
  const raw = encode(doc);
  if (raw.length > maxAnswer) throw tooLarge(raw.length);
  return raw;
}

export function* nothing(): Rows {
  // no collection, no rows
}
