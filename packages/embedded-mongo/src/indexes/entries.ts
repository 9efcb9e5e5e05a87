import { type Doc, fieldKey } from '../bson/document.js';
import { ServerError } from '../bson/errors.js';
import { describe } from '../bson/print.js';
import type { Collection } from '../store/catalogue.js';
import type { Index } from '../store/index-spec.js';
import { encodeKey, recordBytes } from '../values/keys.js';
import { indexKeyTuples } from '../values/paths.js';

export interface Entry {
  key: Buffer;
  values: unknown[];
}

/** The keys under which a document stands in an index, by their text; those of non-unique ones end in the record id. */
export function entriesOf(index: Index, id: number, doc: Doc): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  if (index.partial && !index.partial.test(doc)) return entries;
  const tuples = indexKeyTuples(doc, index.segments);
  if (index.sparse && tuples.every((tuple) => tuple.every((value) => value === undefined))) return entries;
  for (const values of tuples) {
    const bare = encodeKey(index.prefix, values, index.descending);
    const key = index.unique ? bare : Buffer.concat([bare, recordBytes(id)]);
    entries.set(key.toString('latin1'), { key, values });
  }
  return entries;
}

export function duplicate(collection: Collection, index: Index, values: unknown[]): ServerError {
  const keyValue: Doc = {};
  index.paths.forEach((path, i) => (keyValue[fieldKey(path)] = values[i] ?? null));
  const shown = index.paths.map((path, i) => `${path}: ${describe(values[i])}`).join(', ');
  return new ServerError(
    11000,
    `E11000 duplicate key error collection: ${collection.db}.${collection.name} index: ${index.name} dup key: { ${shown} }`,
    { keyPattern: index.spec.key, keyValue },
  );
}
