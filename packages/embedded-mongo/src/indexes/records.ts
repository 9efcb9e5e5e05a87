import { type Doc, fieldKey } from '../bson/document.js';
import { ServerError } from '../bson/errors.js';
import { describe } from '../bson/print.js';
import type { Catalogue, Collection } from '../store/catalogue.js';
import type { Index } from '../store/index-spec.js';
import type { Storage } from '../store/lmdb.js';
import { encodeKey, isCut, recordBytes } from '../values/keys.js';
import { indexKeyTuples, meetsArray } from '../values/paths.js';

interface Entry {
  key: Buffer;
  values: unknown[];
}

/** Returns a document's entries in an index by key text. Keys of non-unique indexes end in the record id. */
function entriesOf(index: Index, id: number, doc: Doc): Map<string, Entry> {
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

function duplicate(collection: Collection, index: Index, values: unknown[]): ServerError {
  const keyValue: Doc = {};
  index.paths.forEach((path, i) => (keyValue[fieldKey(path)] = values[i] ?? null));
  const shown = index.paths.map((path, i) => `${path}: ${describe(values[i])}`).join(', ');
  return new ServerError(
    11000,
    `E11000 duplicate key error collection: ${collection.db}.${collection.name} index: ${index.name} dup key: { ${shown} }`,
    { keyPattern: index.spec.key, keyValue },
  );
}

const present = Buffer.from([1]);

const docKey = (collection: Collection, id: number) => Buffer.concat([collection.prefix, recordBytes(id)]);

/**
 * Keeps a collection's documents, index entries and counters consistent. All methods run inside a write transaction
 * and check every unique index before the first change.
 */
export class Records {
  constructor(
    private readonly storage: Storage,
    private readonly catalogue: Catalogue,
  ) {}

  /** Throws DuplicateKey if another document has one of the keys. */
  private checkUnique(collection: Collection, index: Index, id: number, entries: Iterable<Entry>): void {
    if (!index.unique) return;
    for (const { key, values } of entries) {
      const owner = this.storage.owner(key);
      if (owner !== undefined && owner !== id) throw duplicate(collection, index, values);
    }
  }

  /**
   * Returns the index entries of a stored document. An unfinished index may lack some, or may be unable to index
   * the document.
   */
  private written(index: Index, id: number, doc: Doc): Map<string, Entry> {
    if (!index.building) return entriesOf(index, id, doc);
    try {
      const entries = entriesOf(index, id, doc);
      for (const [text, { key }] of index.unique ? entries : [])
        if (this.storage.owner(key) !== id) entries.delete(text);
      return entries;
    } catch (error) {
      if (error instanceof ServerError) return new Map();
      throw error;
    }
  }

  private put(index: Index, id: number, entry: Entry): void {
    this.storage.entries.putSync(entry.key, index.unique ? recordBytes(id) : present);
  }

  /** Records that the index has arrays (multikey) or truncated keys. Returns true if that is new. */
  private note(index: Index, doc: Doc, entries: Map<string, Entry>): boolean {
    let changed = false;
    index.segments.forEach((path, i) => {
      if (index.multikey[i] || !meetsArray(doc, path)) return;
      index.multikey[i] = changed = true;
    });
    if (!index.cut)
      for (const { key } of entries.values())
        if (isCut(index.unique ? key : key.subarray(0, key.length - 6))) index.cut = changed = true;
    return changed;
  }

  /** Writes a document and the index entries that changed. */
  private write(collection: Collection, id: number, old: Doc | undefined, doc: Doc, raw: Uint8Array): void {
    const changes = collection.indexes
      // an update keeps references to unchanged fields
      .filter(
        ({ segments, partial }) =>
          !old || (partial ?? segments.some(([root]) => old[root!.key] !== doc[root!.key])),
      )
      .map((index) => ({
        index,
        before: old ? this.written(index, id, old) : new Map<string, Entry>(),
        after: entriesOf(index, id, doc),
      }));
    for (const { index, before, after } of changes) {
      const added = [...after].filter(([text]) => !before.has(text)).map(([, entry]) => entry);
      this.checkUnique(collection, index, id, added);
    }
    let changed = false;
    for (const { index, before, after } of changes) {
      for (const [text, entry] of before) if (!after.has(text)) this.storage.entries.removeSync(entry.key);
      for (const [text, entry] of after) if (!before.has(text)) this.put(index, id, entry);
      if (this.note(index, doc, after)) changed = true;
    }
    if (changed) this.catalogue.save(collection);
    this.storage.docs.putSync(docKey(collection, id), raw as Buffer);
  }

  insert(collection: Collection, doc: Doc, raw: Uint8Array): void {
    this.write(collection, collection.stats.nextRecord, undefined, doc, raw);
    this.catalogue.grow(collection, 1, raw.length);
  }

  update(collection: Collection, id: number, old: Doc, oldSize: number, doc: Doc, raw: Uint8Array): void {
    this.write(collection, id, old, doc, raw);
    if (raw.length !== oldSize) this.catalogue.grow(collection, 0, raw.length - oldSize);
  }

  remove(collection: Collection, id: number, doc: Doc, size: number): void {
    for (const index of collection.indexes)
      for (const { key } of this.written(index, id, doc).values()) this.storage.entries.removeSync(key);
    this.storage.docs.removeSync(docKey(collection, id));
    this.catalogue.grow(collection, -1, -size);
  }

  /** Adds an existing document to an index under construction. */
  fill(collection: Collection, index: Index, id: number, doc: Doc): void {
    const entries = entriesOf(index, id, doc);
    this.checkUnique(collection, index, id, entries.values());
    for (const entry of entries.values()) this.put(index, id, entry);
    if (this.note(index, doc, entries)) this.catalogue.save(collection);
  }
}
