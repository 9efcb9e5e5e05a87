import { Double } from 'bson';
import { checkNamespace, type Collection } from '../catalogue.js';
import { asBoolean, asNumber, describeDoc } from '../describe.js';
import { findHinted } from '../planner.js';
import { isDoc } from '../semantics/document.js';
import { notImplemented, ServerError } from '../semantics/errors.js';
import { compileFilter } from '../semantics/matcher.js';
import { compilePipeline } from '../semantics/pipeline.js';
import type { Doc } from '../semantics/types.js';
import { collectionOptions, createFields, validation, view } from './collection-options.js';
import { collectionName, type Command, docField, flag } from './context.js';
import { existing, listedIndexes, listReply, sameFields, sweep } from './indexing.js';
import { checkWritable } from './rules.js';
import { noteView } from './views.js';

const create: Command = {
  stable: true,
  fields: createFields,
  async run(context) {
    const { engine, db } = context;
    const name = collectionName(context);
    const options = collectionOptions(context);
    if (options.viewOn !== undefined)
      compilePipeline(options.pipeline as Doc[], { now: engine.now(), find: () => [] });
    await engine.storage.write(() => {
      const before = engine.catalogue.get(`${db}.${name}`);
      if (before && !sameFields(before.options, options))
        throw new ServerError(
          48,
          `namespace ${db}.${name} already exists, but with different options: ${describeDoc(before.options)}`,
        );
      if (before) return;
      const collection = engine.catalogue.ensure(db, name, options);
      if (options.viewOn !== undefined) noteView(engine, collection, true);
    });
    return {};
  },
};

const drop: Command = {
  stable: true,
  async run(context) {
    const { engine, db } = context;
    const name = collectionName(context);
    const nIndexesWas = await engine.storage.write(() => {
      const collection = engine.catalogue.get(`${db}.${name}`);
      if (!collection) return undefined;
      if (collection.options.viewOn !== undefined) noteView(engine, collection, false);
      engine.catalogue.drop(collection);
      return listedIndexes(collection).length;
    });
    // since MongoDB 7.0 a missing collection is no error
    if (nIndexesWas === undefined) return {};
    engine.cursors.killNamespace((namespace) => namespace === `${db}.${name}`);
    sweep(engine);
    return { ...(nIndexesWas ? { nIndexesWas } : {}), ns: `${db}.${name}` };
  },
};

const dropDatabase: Command = {
  stable: true,
  async run({ engine, db }) {
    const dropped = await engine.storage.write(() => {
      const collections = engine.catalogue.of(db);
      for (const collection of collections) engine.catalogue.drop(collection);
      return collections.length;
    });
    if (dropped === 0) return {};
    engine.cursors.killNamespace((namespace) => namespace.startsWith(`${db}.`));
    sweep(engine);
    return { dropped: db };
  },
};

const listCollections: Command = {
  stable: true,
  fields: 'filter nameOnly authorizedCollections cursor',
  run(context) {
    const filter = compileFilter(docField(context, 'filter') ?? {});
    const nameOnly = flag(context, 'nameOnly');
    const docs = context.engine.catalogue
      .of(context.db)
      .map((collection): Doc => {
        const { name, options, uuid } = collection;
        if (options.viewOn !== undefined) return { name, type: 'view', options, info: { readOnly: true } };
        if (options.timeseries) return { name, type: 'timeseries', options, info: { readOnly: false } };
        const idIndex = options.clusteredIndex ? {} : { idIndex: collection.indexes[0]!.spec };
        return { name, type: 'collection', options, info: { readOnly: false, uuid }, ...idIndex };
      })
      .filter((doc) => filter.test(doc))
      .map(({ name, type, ...rest }) => (nameOnly ? { name, type } : { name, type, ...rest }));
    return listReply(context, `${context.db}.$cmd.listCollections`, docs);
  },
};

const listDatabases: Command = {
  stable: true,
  admin: true,
  fields: 'filter nameOnly authorizedDatabases',
  run(context) {
    const { catalogue } = context.engine;
    const sizes = new Map<string, number>();
    for (const collection of catalogue.all())
      sizes.set(collection.db, (sizes.get(collection.db) ?? 0) + catalogue.stats(collection).size);
    const filter = compileFilter(docField(context, 'filter') ?? {});
    const all = [...sizes.keys()]
      .sort()
      .map((name): Doc => ({ name, sizeOnDisk: new Double(sizes.get(name)!), empty: false }))
      .filter((doc) => filter.test(doc));
    if (flag(context, 'nameOnly')) return { databases: all.map(({ name }) => ({ name })) };
    const totalSize = new Double(all.reduce((sum, { sizeOnDisk }) => sum + asNumber(sizeOnDisk)!, 0));
    return { databases: all, totalSize, totalSizeMb: new Double(Math.floor(asNumber(totalSize)! / 2 ** 20)) };
  },
};

const renameCollection: Command = {
  admin: true,
  fields: 'to dropTarget',
  async run(context) {
    const { engine, body } = context;
    const from = String(body.renameCollection);
    const to = String(body.to);
    const dot = to.indexOf('.');
    checkNamespace(to.slice(0, dot), to.slice(dot + 1));
    await engine.storage.write(() => {
      const collection = engine.catalogue.get(from);
      if (!collection) throw new ServerError(26, `Source collection ${from} does not exist`);
      checkWritable(collection);
      const target = engine.catalogue.get(to);
      if (target && !flag(context, 'dropTarget')) throw new ServerError(48, 'target namespace exists');
      if (target === collection) throw new ServerError(20, "Can't rename a collection to itself");
      if (target) engine.catalogue.drop(target);
      engine.catalogue.rename(collection, to.slice(0, dot), to.slice(dot + 1));
    });
    engine.cursors.killNamespace((namespace) => namespace === from || namespace === to);
    sweep(engine);
    return {};
  },
};

function cappedLimits(collection: Collection | undefined): Doc {
  const { capped, size, max } = collection?.options ?? {};
  return capped ? { max: max ?? 0, maxSize: size } : {};
}

const collStats: Command = {
  fields: 'scale',
  run(context) {
    const { engine, db } = context;
    const name = collectionName(context);
    const collection = engine.catalogue.get(`${db}.${name}`);
    const { count, size } = collection ? engine.catalogue.stats(collection) : { count: 0, size: 0 };
    checkWritable(collection);
    const nindexes = collection ? listedIndexes(collection).length : 0;
    return {
      ...{ ns: `${db}.${name}`, size, count, storageSize: size, nindexes, indexSizes: {} },
      capped: collection?.options.capped === true,
      ...cappedLimits(collection),
      ...{ totalIndexSize: 0, scaleFactor: 1, ...(count ? { avgObjSize: Math.round(size / count) } : {}) },
    };
  },
};

const dbStats: Command = {
  fields: 'scale freeStorage',
  run({ engine, db }) {
    const collections = engine.catalogue.of(db);
    let objects = 0;
    let dataSize = 0;
    for (const collection of collections) {
      const { count, size } = engine.catalogue.stats(collection);
      objects += count;
      dataSize += size;
    }
    const views = collections.filter(({ options }) => options.viewOn !== undefined).length;
    const indexes = collections.reduce((sum, collection) => sum + collection.indexes.length, 0);
    return {
      db,
      collections: collections.length - views,
      views,
      objects,
      dataSize,
      storageSize: dataSize,
      indexes,
      indexSize: 0,
    };
  },
};

/** Changes an index, the validator or, of a view, its stages. */
const collMod: Command = {
  stable: true,
  fields: 'index validator validationLevel validationAction viewOn pipeline',
  async run(context) {
    const { engine } = context;
    const collection = existing(context, collectionName(context));
    const options = { ...collection.options, ...validation(context), ...view(context) };
    if ((collection.options.viewOn === undefined) !== (options.viewOn === undefined))
      throw new ServerError(72, 'option not supported on a collection: viewOn');
    if (isDoc(options.validator) && Object.keys(options.validator).length === 0) delete options.validator;
    await engine.storage.write(() => {
      Object.assign(collection, { options });
      engine.catalogue.save(collection);
      if (options.viewOn !== undefined) noteView(engine, collection, true);
    });
    const change = docField(context, 'index');
    if (!change) return {};
    const index = findHinted(collection, change.name ?? change.keyPattern);
    const reply: Doc = {};
    const spec = { ...index.spec };
    if (change.expireAfterSeconds !== undefined) {
      if (spec.expireAfterSeconds !== undefined) reply.expireAfterSeconds_old = spec.expireAfterSeconds;
      reply.expireAfterSeconds_new = spec.expireAfterSeconds = change.expireAfterSeconds;
    }
    if (change.hidden !== undefined) {
      reply.hidden_old = asBoolean(spec.hidden ?? false);
      reply.hidden_new = asBoolean(change.hidden);
      if (reply.hidden_new) spec.hidden = true;
      else delete spec.hidden;
    }
    for (const option in change)
      if (!['name', 'keyPattern', 'expireAfterSeconds', 'hidden'].includes(option))
        throw notImplemented(`collMod with index.${option}`);
    await engine.storage.write(() => {
      Object.assign(index, { spec, expireAfterSeconds: asNumber(spec.expireAfterSeconds) });
      engine.catalogue.save(collection);
    });
    return reply;
  },
};

export const collectionCommands: Record<string, Command> = {
  ...{ create, drop, dropDatabase, listCollections, listDatabases },
  ...{ collMod, renameCollection, collStats, dbStats },
};
