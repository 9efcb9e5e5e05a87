import { Double } from 'bson';
import { checkNamespace } from '../catalogue.js';
import { asNumber } from '../describe.js';
import { notImplemented, ServerError } from '../semantics/errors.js';
import { compileFilter } from '../semantics/matcher.js';
import type { Doc } from '../semantics/types.js';
import { collectionName, type Command, docField, flag } from './context.js';
import { listReply, sweep } from './indexing.js';

const createRefused = [
  'capped',
  'size',
  'max',
  'timeseries',
  'viewOn',
  'pipeline',
  'validator',
  'clusteredIndex',
];

const create: Command = {
  stable: true,
  fields: [
    ...['create', 'autoIndexId', 'idIndex', 'storageEngine', 'indexOptionDefaults', 'collation'],
    ...['validationLevel', 'validationAction', 'changeStreamPreAndPostImages', 'expireAfterSeconds'],
    ...['encryptedFields', ...createRefused],
  ],
  async run(context) {
    const { engine, db, body } = context;
    const name = collectionName(context);
    for (const option of [
      ...createRefused,
      'changeStreamPreAndPostImages',
      'encryptedFields',
      'expireAfterSeconds',
    ])
      if (body[option] !== undefined && body[option] !== false && body[option] !== null)
        throw notImplemented(`create with ${option}`);
    const collation = docField(context, 'collation');
    if (collation && collation.locale !== 'simple') throw notImplemented('create with a collation');
    await engine.storage.write(() => {
      const before = engine.catalogue.get(`${db}.${name}`);
      if (before && Object.keys(before.options).length)
        throw new ServerError(48, `Collection ${db}.${name} already exists.`);
      engine.catalogue.ensure(db, name);
    });
    return {};
  },
};

const drop: Command = {
  stable: true,
  fields: ['drop'],
  async run(context) {
    const { engine, db } = context;
    const name = collectionName(context);
    const collection = engine.catalogue.get(`${db}.${name}`);
    // since MongoDB 7.0 a missing collection is no error
    if (!collection) return {};
    const nIndexesWas = collection.indexes.length;
    await engine.storage.write(() => engine.catalogue.drop(collection));
    engine.cursors.killNamespace((namespace) => namespace === `${db}.${name}`);
    sweep(engine);
    return { nIndexesWas, ns: `${db}.${name}` };
  },
};

const dropDatabase: Command = {
  stable: true,
  fields: ['dropDatabase'],
  async run({ engine, db }) {
    const collections = engine.catalogue.of(db);
    if (collections.length === 0) return {};
    await engine.storage.write(() => collections.forEach((collection) => engine.catalogue.drop(collection)));
    engine.cursors.killNamespace((namespace) => namespace.startsWith(`${db}.`));
    sweep(engine);
    return { dropped: db };
  },
};

const listCollections: Command = {
  stable: true,
  fields: ['listCollections', 'filter', 'nameOnly', 'authorizedCollections', 'cursor'],
  run(context) {
    const filter = compileFilter(docField(context, 'filter') ?? {});
    const nameOnly = flag(context, 'nameOnly');
    const docs = context.engine.catalogue
      .of(context.db)
      .map(({ name, options, uuid, indexes }): Doc => {
        const idIndex = indexes[0]!.spec;
        return { name, type: 'collection', options, info: { readOnly: false, uuid }, idIndex };
      })
      .filter((doc) => filter.test(doc))
      .map(({ name, type, ...rest }) => (nameOnly ? { name, type } : { name, type, ...rest }));
    return listReply(context, '$cmd.listCollections', docs);
  },
};

const listDatabases: Command = {
  stable: true,
  admin: true,
  fields: ['listDatabases', 'filter', 'nameOnly', 'authorizedDatabases'],
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
  fields: ['renameCollection', 'to', 'dropTarget'],
  async run(context) {
    const { engine, body } = context;
    const from = String(body.renameCollection);
    const to = String(body.to);
    const dot = to.indexOf('.');
    checkNamespace(to.slice(0, dot), to.slice(dot + 1));
    await engine.storage.write(() => {
      const collection = engine.catalogue.get(from);
      if (!collection) throw new ServerError(26, `Source collection ${from} does not exist`);
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

const collStats: Command = {
  fields: ['collStats', 'scale'],
  run(context) {
    const { engine, db } = context;
    const name = collectionName(context);
    const collection = engine.catalogue.get(`${db}.${name}`);
    const { count, size } = collection ? engine.catalogue.stats(collection) : { count: 0, size: 0 };
    const nindexes = collection?.indexes.length ?? 0;
    return {
      ...{ ns: `${db}.${name}`, size, count, storageSize: size, capped: false, nindexes, indexSizes: {} },
      ...{ totalIndexSize: 0, scaleFactor: 1, ...(count ? { avgObjSize: Math.round(size / count) } : {}) },
    };
  },
};

const dbStats: Command = {
  fields: ['dbStats', 'scale', 'freeStorage'],
  run({ engine, db }) {
    const collections = engine.catalogue.of(db);
    let objects = 0;
    let dataSize = 0;
    for (const collection of collections) {
      const { count, size } = engine.catalogue.stats(collection);
      objects += count;
      dataSize += size;
    }
    const indexes = collections.reduce((sum, collection) => sum + collection.indexes.length, 0);
    return {
      db,
      collections: collections.length,
      views: 0,
      objects,
      dataSize,
      storageSize: dataSize,
      indexes,
      indexSize: 0,
    };
  },
};

export const collectionCommands: Record<string, Command> = {
  ...{ create, drop, dropDatabase, listCollections, listDatabases },
  ...{ renameCollection, collStats, dbStats },
};
