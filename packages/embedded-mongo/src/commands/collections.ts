import type { Doc } from '../bson/document.js';
import { compileFilter } from '../language/filter/parse.js';
import { collectionName, type Command, docField, flag, listReply } from './context.js';

const create: Command = {
  fields: 'autoIndexId idIndex storageEngine indexOptionDefaults',
  async run(context) {
    const { engine, db } = context;
    const name = collectionName(context);
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

export const collectionCommands: Record<string, Command> = { create, drop, dropDatabase, listCollections };
