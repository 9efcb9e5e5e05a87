import { Binary } from 'bson';
import { randomUUID } from 'node:crypto';
import { decode } from '../bson/decode.js';
import type { Doc } from '../bson/document.js';
import { encode } from '../bson/encode.js';
import { ServerError } from '../bson/errors.js';
import { asNumber } from '../bson/numbers.js';
import { prefixBytes, successor } from '../values/keys.js';
import { buildIndex, type Index, normaliseSpec } from './index-spec.js';
import type { KeyRange, Storage } from './lmdb.js';
import { checkNamespace } from './names.js';

export interface Collection {
  id: number;
  db: string;
  name: string;
  uuid: Binary;
  indexes: Index[];
  dropped: boolean;
  stats: Stats;
  /** Prefix of all its documents' keys. */
  prefix: Buffer;
}

export interface Stats {
  count: number;
  size: number;
  nextRecord: number;
}

const noStats: Stats = { count: 0, size: 0, nextRecord: 1 };

/** Version of the storage format. Increase it when the bytes of keys or descriptions change. */
const format = 4;

const metaKey = (kind: string, rest = ''): Buffer => Buffer.from(`${kind}:${rest}`);
const statsKey = (id: number): Buffer => metaKey('s', String(id));

const statsBytes = ({ count, size, nextRecord }: Stats): Buffer =>
  Buffer.from(new Float64Array([count, size, nextRecord]).buffer);

const kindRange = (kind: string): KeyRange => ({ start: metaKey(kind), end: successor(metaKey(kind)) });

/**
 * Databases, collections and indexes. Mirrors table `meta` in memory; changes happen inside a write transaction of
 * the storage. Stores counters per collection, so opening does not count documents.
 */
export class Catalogue {
  private collections = new Map<string, Collection>();
  /** The storage's version at the last write to the catalogue. */
  private changedAt = 0;
  /** Collections with unsaved counter changes. */
  private readonly grown = new Set<Collection>();
  private sweeping = Promise.resolve();
  private stopped = false;
  onSweepFailure: (error: unknown) => void = () => undefined;

  constructor(private readonly storage: Storage) {
    this.checkFormat();
    this.load();
    storage.onChange = () => this.writeStats();
    storage.onRollback = (version) => this.rollBack(version);
  }

  /** Within a transaction, after each change: saves the changed counters. */
  private writeStats(): void {
    for (const { id, dropped, stats } of this.grown)
      if (!dropped) this.storage.meta.putSync(statsKey(id), statsBytes(stats));
    this.grown.clear();
  }

  /** Reloads what changed since `version`, after the storage rolled back. */
  private rollBack(version: number): void {
    for (const collection of this.grown) collection.stats = this.readStats(collection.id);
    this.grown.clear();
    if (this.changedAt >= version) this.load();
  }

  /** Throws if a version with another format wrote the store: its keys may have another order. */
  private checkFormat(): void {
    const { meta } = this.storage;
    const saved = meta.get(metaKey('f'));
    const empty = [...meta.getKeys({ limit: 1 })].length === 0;
    if (empty) meta.putSync(metaKey('f'), prefixBytes(format));
    else if (saved?.readUInt32BE(0) !== format)
      throw new Error('another version of the embedded server wrote it. Delete the directory to begin anew.');
  }

  /** Reloads everything, reusing the objects of collections and indexes that still exist. */
  load(): void {
    const known = this.collections;
    this.collections = new Map();
    for (const { value } of this.storage.meta.getRange(kindRange('c'))) {
      const saved = decode(value) as unknown as Collection & { indexes: Doc[] };
      const namespace = `${saved.db}.${saved.name}`;
      const id = asNumber(saved.id)!;
      const indexes = saved.indexes.map(({ id, spec, ...state }) =>
        Object.assign(buildIndex(asNumber(id)!, spec), state),
      );
      const stats = this.readStats(id);
      const fresh: Collection = { ...saved, id, prefix: prefixBytes(id), indexes, dropped: false, stats };
      const old = known.get(namespace);
      if (old?.id === id) {
        const same = (index: Index) => old.indexes.find((other) => other.id === index.id);
        fresh.indexes = fresh.indexes.map((index) => Object.assign(same(index) ?? index, index));
      }
      this.collections.set(namespace, old?.id === id ? Object.assign(old, fresh) : fresh);
    }
  }

  get(namespace: string): Collection | undefined {
    return this.collections.get(namespace);
  }

  all(): Collection[] {
    return [...this.collections.values()];
  }

  /** Returns the collections of a database, sorted by name. */
  of(db: string): Collection[] {
    return this.all()
      .filter((collection) => collection.db === db)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  nextId(): number {
    const key = metaKey('n');
    const id = (this.storage.meta.get(key)?.readUInt32BE(0) ?? 0) + 1;
    this.storage.meta.putSync(key, prefixBytes(id));
    return id;
  }

  /** Within a transaction: returns the collection, and creates it if it does not exist. */
  ensure(db: string, name: string): Collection {
    const existing = this.get(`${db}.${name}`);
    if (existing) return existing;
    checkNamespace(db, name);
    if (name.startsWith('system.') && name !== 'system.js' && name !== 'system.views')
      throw new ServerError(73, `Invalid system namespace: ${db}.${name}`);
    const other = this.all().find((one) => one.db !== db && one.db.toLowerCase() === db.toLowerCase());
    if (other)
      throw new ServerError(
        13297,
        `db already exists with different case already have: [${other.db}] trying to create [${db}]`,
      );
    const id = this.nextId();
    const uuid = new Binary(Buffer.from(randomUUID().replaceAll('-', ''), 'hex'), 4);
    const indexes = [buildIndex(this.nextId(), normaliseSpec({ key: { _id: 1 } }))];
    const state = { dropped: false, stats: noStats, prefix: prefixBytes(id) };
    const collection = { id, db, name, uuid, indexes, ...state };
    this.collections.set(`${db}.${name}`, collection);
    this.save(collection);
    return collection;
  }

  /** Within a transaction: saves the collection's description. Throws NamespaceNotFound if it was dropped. */
  save(collection: Collection): void {
    const { id, db, name, uuid } = collection;
    if (collection.dropped) throw new ServerError(26, `ns does not exist: ${db}.${name}`);
    this.changedAt = this.storage.version;
    const indexes = collection.indexes.map(({ id, spec, multikey, cut, building }) => {
      return { id, spec, multikey, cut, building };
    });
    this.storage.meta.putSync(metaKey('c', `${db}.${name}`), encode({ id, db, name, uuid, indexes }));
  }

  /** Within a transaction: drops the collection; `sweep` removes its keys later. */
  drop(collection: Collection): void {
    this.changedAt = this.storage.version;
    this.storage.meta.removeSync(metaKey('c', `${collection.db}.${collection.name}`));
    this.storage.meta.removeSync(statsKey(collection.id));
    this.discard('d', collection.id);
    for (const index of collection.indexes) this.discard('e', index.id);
    this.collections.delete(`${collection.db}.${collection.name}`);
    collection.dropped = true;
  }

  /** Within a transaction: drops an index. */
  dropIndex(collection: Collection, index: Index): void {
    collection.indexes = collection.indexes.filter(({ id }) => id !== index.id);
    this.save(collection);
    this.discard('e', index.id);
  }

  private discard(table: 'd' | 'e', id: number): void {
    this.storage.meta.putSync(metaKey('x', `${table}${id}`), Buffer.from([1]));
  }

  /** Removes indexes that an earlier run did not finish building. */
  async removeUnfinished(): Promise<void> {
    for (const collection of this.all())
      for (const index of collection.indexes.filter(({ building }) => building))
        await this.storage.write(() => this.dropIndex(collection, index));
  }

  /** Removes the keys of dropped collections and indexes, including those of an earlier run. */
  sweep(): Promise<void> {
    return (this.sweeping = this.sweeping.then(() => this.sweepOnce()).catch(this.onSweepFailure));
  }

  /** Stops a running sweep; the next start continues it. */
  stopSweeping(): Promise<void> {
    this.stopped = true;
    return this.sweeping;
  }

  private async sweepOnce(): Promise<void> {
    for (const key of [...this.storage.meta.getKeys(kindRange('x'))]) {
      const id = Buffer.from(key).toString().slice(2);
      const prefix = prefixBytes(Number(id.slice(1)));
      const table = id.startsWith('d') ? this.storage.docs : this.storage.entries;
      await this.storage.clear(table, { start: prefix, end: successor(prefix) }, () => this.stopped);
      if (this.stopped) return;
      await this.storage.write(() => this.storage.meta.removeSync(key));
    }
  }

  private readStats(id: number): Stats {
    const saved = this.storage.meta.get(statsKey(id));
    if (!saved) return noStats;
    const [count, size, nextRecord] = new Float64Array(Uint8Array.from(saved).buffer);
    return { count: count!, size: size!, nextRecord: nextRecord! };
  }

  /** Within a transaction: adds to the counts of documents and bytes; negative values subtract. */
  grow(collection: Collection, documents: number, bytes: number): void {
    const { count, size, nextRecord } = collection.stats;
    const next = nextRecord + Math.max(documents, 0);
    collection.stats = { count: count + documents, size: size + bytes, nextRecord: next };
    this.grown.add(collection);
  }
}
