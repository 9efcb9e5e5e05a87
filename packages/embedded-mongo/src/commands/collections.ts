import { Double } from 'bson';
import { type Doc, isDoc } from '../bson/document.js';
import { badValue, notImplemented, ServerError, typeMismatch } from '../bson/errors.js';
import { asBoolean, asNumber } from '../bson/numbers.js';
import { compileFilter } from '../language/filter/parse.js';
import { findHinted } from '../plan/planner.js';
import type { Engine } from '../run/engine.js';
import type { Collection } from '../store/catalogue.js';
import { isExpiry } from '../store/index-spec.js';
import { checkNamespace } from '../store/names.js';
import { isSimple } from '../values/collation.js';
import {
  checkFields,
  collectionName,
  type Command,
  type Context,
  docField,
  existing,
  flag,
  listReply,
  words,
} from './context.js';

/** Collection options of MongoDB that this server rejects by name. */
const refused =
  'capped size max validator validationLevel validationAction viewOn pipeline clusteredIndex timeseries ' +
  'expireAfterSeconds changeStreamPreAndPostImages encryptedFields';

function checkPlain({ name, body }: Context): void {
  const given = (value: unknown) => value !== undefined && value !== null && value !== false;
  for (const option of refused.split(' '))
    if (given(body[option])) throw notImplemented(`${name} with ${option}`);
  if (!isSimple(body.collation ?? undefined)) throw notImplemented(`${name} with collation`);
}

const create: Command = {
  fields: `autoIndexId idIndex storageEngine indexOptionDefaults collation ${refused}`,
  async run(context) {
    const { engine, db } = context;
    const name = collectionName(context);
    checkPlain(context);
    // since MongoDB 7.0, creating an existing collection with the same options is not an error
    await engine.storage.write(() => void engine.catalogue.ensure(db, name));
    return {};
  },
};

const drop: Command = {
  async run(context) {
    const { engine, db } = context;
    const name = collectionName(context);
    const nIndexesWas = await engine.storage.write(() => {
      const collection = engine.catalogue.get(`${db}.${name}`);
      if (!collection) return undefined;
      engine.catalogue.drop(collection);
      return collection.indexes.length;
    });
    // since MongoDB 7.0, a missing collection is not an error
    if (nIndexesWas === undefined) return {};
    engine.cursors.killNamespace((namespace) => namespace === `${db}.${name}`);
    void engine.catalogue.sweep();
    return { nIndexesWas, ns: `${db}.${name}` };
  },
};

const dropDatabase: Command = {
  async run({ engine, db }) {
    const dropped = await engine.storage.write(() => {
      const collections = engine.catalogue.of(db);
      for (const collection of collections) engine.catalogue.drop(collection);
      return collections.length;
    });
    if (dropped === 0) return {};
    engine.cursors.killNamespace((namespace) => namespace.startsWith(`${db}.`));
    void engine.catalogue.sweep();
    return { dropped: db };
  },
};

const listCollections: Command = {
  fields: 'filter nameOnly authorizedCollections cursor',
  run(context) {
    const filter = compileFilter(docField(context, 'filter') ?? {});
    const nameOnly = flag(context, 'nameOnly');
    const docs = context.engine.catalogue
      .of(context.db)
      .map((collection): Doc => {
        const { name, uuid, indexes } = collection;
        const info = { readOnly: false, uuid };
        return { name, type: 'collection', options: {}, info, idIndex: indexes[0]!.spec };
      })
      .filter((doc) => filter.test(doc))
      .map(({ name, type, ...rest }) => (nameOnly ? { name, type } : { name, type, ...rest }));
    return listReply(context, `${context.db}.$cmd.listCollections`, docs);
  },
};

const listDatabases: Command = {
  admin: true,
  fields: 'filter nameOnly authorizedDatabases',
  run(context) {
    const { catalogue } = context.engine;
    const sizes = new Map<string, number>();
    for (const collection of catalogue.all())
      sizes.set(collection.db, (sizes.get(collection.db) ?? 0) + collection.stats.size);
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
      const target = engine.catalogue.get(to);
      if (target && !flag(context, 'dropTarget')) throw new ServerError(48, 'target namespace exists');
      if (target === collection) throw new ServerError(20, "Can't rename a collection to itself");
      if (target) engine.catalogue.drop(target);
      engine.catalogue.rename(collection, to.slice(0, dot), to.slice(dot + 1));
    });
    engine.cursors.killNamespace((namespace) => namespace === from || namespace === to);
    void engine.catalogue.sweep();
    return {};
  },
};

/**
 * Returns the result of a `$collStats` stage. Omits sizes on disk, because lmdb does not report them per
 * collection.
 */
export function collectionStats(
  engine: Engine,
  collection: Collection | undefined,
  ns: string,
  spec: unknown,
): Doc {
  if (!isDoc(spec)) throw new ServerError(5447000, '$collStats must take a nested object');
  for (const option of ['latencyStats', 'queryExecStats'])
    if (option in spec) throw notImplemented(`$collStats with ${option}`);
  checkFields(spec, '$collStats', words('count storageStats'));
  if (spec.count && !collection)
    throw new ServerError(
      26,
      `Unable to retrieve count in $collStats stage :: caused by :: Collection [${ns}] not found.`,
    );
  const { count, size } = collection?.stats ?? { count: 0, size: 0 };
  const scale = asNumber((spec.storageStats as Doc | undefined)?.scale) ?? 1;
  const scaled = (bytes: number) => Math.floor(bytes / scale);
  const storageStats = {
    ...{ size: scaled(size), count, ...(count > 0 && { avgObjSize: Math.round(size / count) }) },
    ...{ capped: false, nindexes: collection?.indexes.length ?? 0, scaleFactor: scale },
  };
  return {
    ...{ ns, host: `localhost:${engine.port()}`, localTime: engine.now() },
    ...(spec.count ? { count } : {}),
    ...(spec.storageStats ? { storageStats } : {}),
  };
}

const collMod: Command = {
  fields: `index ${refused}`,
  async run(context) {
    const { engine } = context;
    const collection = existing(context, collectionName(context));
    checkPlain(context);
    const change = docField(context, 'index');
    if (!change) return {};
    const index = findHinted(collection, change.name ?? change.keyPattern);
    const reply: Doc = {};
    const spec = { ...index.spec };
    const isId = index.name === '_id_';
    if (change.hidden !== undefined && isId) throw badValue("can't hide _id index");
    if (change.expireAfterSeconds !== undefined) {
      if (isId) throw new ServerError(72, 'the _id field does not support expireAfterSeconds');
      if (index.paths.length > 1)
        throw new ServerError(
          72,
          'TTL indexes are single-field indexes, compound indexes do not support TTL',
        );
      if (asNumber(change.expireAfterSeconds) === undefined)
        throw typeMismatch("BSON field 'collMod.index.expireAfterSeconds' is the wrong type");
      if (!isExpiry(change.expireAfterSeconds))
        throw new ServerError(72, 'expireAfterSeconds must be within the range 0 to 2147483647');
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
  ...{ collMod, renameCollection },
};
