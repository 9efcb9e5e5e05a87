import { type Doc, isDoc } from '../bson/document.js';
import { ServerError } from '../bson/errors.js';
import { describeDoc } from '../bson/print.js';
import { build } from '../run/index-builds.js';
import { buildIndex, type Index, normaliseSpec } from '../store/index-spec.js';
import { encodeValue } from '../values/keys.js';
import { collectionName, type Command, existing, listField, listReply } from './context.js';

const same = (a: unknown, b: unknown): boolean => encodeValue(a).equals(encodeValue(b));

const sorted = (doc: Doc): Doc =>
  Object.fromEntries(Object.entries(doc).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The properties that identify an index, apart from its name. */
const signature = ({ key, partialFilterExpression, unique, sparse }: Doc): Doc => ({
  ...{ key, partial: partialFilterExpression ?? null },
  ...{ unique: unique ?? false, sparse: sparse ?? false },
});

/** Returns the existing index that equals a new specification; throws if they only match in part. */
function repeated(indexes: Index[], spec: Doc): Index | undefined {
  for (const index of indexes) {
    const other = index.spec;
    const sameName = spec.name === other.name;
    const equivalent = same(signature(spec), signature(other));
    if (!sameName && !equivalent) continue;
    const { v: _v, name: _n, ...rest } = spec;
    const { v: _w, name: _m, ...otherRest } = other;
    const identical = same(sorted(rest), sorted(otherRest));
    if (sameName && identical) return index;
    const both = `Requested index: ${describeDoc(spec)}, existing index: ${describeDoc(other)}`;
    if (!equivalent)
      throw new ServerError(86, `An existing index has the same name as the requested index. ${both}`);
    const how = sameName ? 'the same name but different options' : 'a different name and options';
    throw new ServerError(
      85,
      identical
        ? `Index already exists with a different name: ${String(other.name)}`
        : `An equivalent index already exists with ${how}. ${both}`,
    );
  }
  return undefined;
}

/** MongoDB's limit of indexes per collection. */
const maxIndexes = 64;

/** Running builds by index: requests for the same index wait for them. */
const builds = new WeakMap<Index, Promise<void>>();

const createIndexes: Command = {
  fields: 'indexes commitQuorum ignoreUnknownIndexOptions',
  async run(context) {
    const { engine, db, body } = context;
    const name = collectionName(context);
    if (body.commitQuorum !== undefined)
      throw new ServerError(20, 'commitQuorum is only supported on replica sets');
    const given = listField(body.indexes, 'createIndexes.indexes');
    if (given.length === 0) throw new ServerError(2, 'Must specify at least one index to create');
    const specs = given.map((spec) => {
      if (!isDoc(spec)) throw new ServerError(14, 'The elements of the indexes array must be objects');
      if (spec.key === undefined)
        throw new ServerError(9, "The 'key' field is a required property of an index specification");
      return spec;
    });
    const create = () => {
      const createdCollectionAutomatically = !engine.catalogue.get(`${db}.${name}`);
      const collection = engine.catalogue.ensure(db, name);
      const numIndexesBefore = collection.indexes.length;
      const normal = specs.map(normaliseSpec);
      const others = normal.map((spec) => repeated(collection.indexes, spec));
      const underWay = others.flatMap((index) =>
        index?.building ? [builds.get(index) ?? Promise.resolve()] : [],
      );
      if (underWay.length > 0) return { underWay };
      const fresh = normal.filter((spec, i) => spec.name !== '_id_' && !others[i]);
      if (numIndexesBefore + fresh.length > maxIndexes)
        throw new ServerError(67, `add index fails, too many indexes for ${db}.${name}`);
      const created: Index[] = [];
      for (const spec of fresh) {
        if (repeated(created, spec))
          throw new ServerError(68, `Identical index already exists: ${String(spec.name)}`);
        created.push(buildIndex(engine.catalogue.nextId(), spec));
      }
      const filled = collection.stats.count > 0;
      for (const index of created) index.building = filled;
      collection.indexes = [...collection.indexes, ...created];
      if (created.length) engine.catalogue.save(collection);
      return { collection, created, filled, createdCollectionAutomatically, numIndexesBefore };
    };
    let outcome = await engine.storage.write(create);
    for (; 'underWay' in outcome; outcome = await engine.storage.write(create))
      // if it fails, this command tries
      await Promise.allSettled(outcome.underWay);
    const { collection, created, filled, createdCollectionAutomatically, numIndexesBefore } = outcome;
    if (filled && created.length) {
      const building = build(engine, collection, created);
      for (const index of created) builds.set(index, building);
      await building;
    }
    return {
      numIndexesBefore,
      numIndexesAfter: collection.indexes.length,
      createdCollectionAutomatically,
      ...(created.length ? {} : { note: 'all indexes already exist' }),
    };
  },
};

const listIndexes: Command = {
  fields: 'cursor includeIndexBuildInfo',
  run(context) {
    const name = collectionName(context);
    const collection = existing(context, name);
    return listReply(
      context,
      `${context.db}.${name}`,
      collection.indexes.map(({ spec }) => spec),
    );
  },
};

/** Finds the index to drop by its name or keys. */
const chosenOf =
  (indexes: Index[]) =>
  (item: unknown): Index => {
    const found = indexes.find(({ spec, name }) => (isDoc(item) ? same(spec.key, item) : name === item));
    if (!found)
      throw new ServerError(
        27,
        isDoc(item)
          ? `can't find index with key: ${describeDoc(item)}`
          : `index not found with name [${String(item)}]`,
      );
    if (found.name === '_id_') throw new ServerError(72, 'cannot drop _id index');
    return found;
  };

const dropIndexes: Command = {
  fields: 'index',
  async run(context) {
    const { engine, body } = context;
    const { index } = body;
    const nIndexesWas = await engine.storage.write(() => {
      const collection = existing(context, collectionName(context));
      const before = collection.indexes;
      const all =
        index === '*' ? before.slice(1) : (Array.isArray(index) ? index : [index]).map(chosenOf(before));
      for (const one of all) engine.catalogue.dropIndex(collection, one);
      return before.length;
    });
    void engine.catalogue.sweep();
    return { nIndexesWas, ...(index === '*' ? { msg: 'non-_id indexes dropped for collection' } : {}) };
  },
};

export const indexCommands: Record<string, Command> = { createIndexes, listIndexes, dropIndexes };
