import type { Model, mongo } from 'mongoose';
import { isDuplicateKey } from './duplicate-key.js';
import { PreparationError } from './preparation-error.js';

/** Examples of duplicate keys in the log. */
const EXAMPLES = 5;
const INDEX_NOT_FOUND = 27;

type Keys = mongo.IndexDescription['key'];
type Declared = [keys: mongo.IndexSpecification & object, options: mongo.CreateIndexesOptions];

export interface IndexChanges {
  model: Model<never>;
  /** Names of indexes that no schema declares, or declares differently. */
  toDrop: string[];
  toCreate: Declared[];
}

/** Compares existing indexes with those declared in the schemas, of models of one connection. */
export async function findIndexChanges(models: Iterable<Model<never>>): Promise<IndexChanges[]> {
  const changes: IndexChanges[] = [];
  let collections: Set<string> | undefined;
  for (const model of models) {
    collections ??= await collectionsOf(model);
    const { toDrop, toCreate } = (collections.has(model.collection.collectionName)
      ? await model.diffIndexes({ indexOptionsToCreate: true })
      : { toDrop: [], toCreate: model.schema.indexes() }) as unknown as Pick<
      IndexChanges,
      'toDrop' | 'toCreate'
    >;
    if (toDrop.length + toCreate.length > 0) changes.push({ model, toDrop, toCreate });
  }
  return changes;
}

/** The names of all collections: in a new database there are none to ask for their indexes. */
const collectionsOf = async ({ db }: Model<never>): Promise<Set<string>> =>
  new Set((await db.db!.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));

/**
 * Makes the indexes match the schemas: drops obsolete and changed ones, builds missing ones. Must finish before the
 * API serves requests: unique indexes keep names and reactions unique.
 * @param log writes a line for each dropped index
 * @throws PreparationError if documents repeat the key of a unique index
 */
export async function syncIndexes(
  models: Iterable<Model<never>>,
  log: (line: string) => void = () => undefined,
): Promise<void> {
  for (const { model, toDrop, toCreate } of await findIndexChanges(models)) {
    const { collection } = model;
    for (const name of toDrop) {
      await collection.dropIndex(name).catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === INDEX_NOT_FOUND)) throw error;
      });
      log(`Dropped the index ${name} of ${collection.collectionName}, which this version does not declare.`);
    }
    if (toCreate.length > 0) await createIndexes(model, toCreate);
  }
}

/**
 * Builds the indexes of a collection in one call: a new database needs over a hundred. They are built one by one only
 * to tell which of them cannot be.
 */
async function createIndexes(model: Model<never>, toCreate: readonly Declared[]): Promise<void> {
  const { collection } = model;
  try {
    await collection.createIndexes(toCreate.map(([key, options]) => ({ ...options, key: key as Keys })));
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    for (const [keys, options] of toCreate) {
      await collection.createIndex(keys, options, {}).catch(async (reason: unknown) => {
        if (!isDuplicateKey(reason)) throw reason;
        throw await duplicatesError(model, [keys, options], reason);
      });
    }
  }
}

async function duplicatesError(
  model: Model<never>,
  [keys, { partialFilterExpression = {} }]: Declared,
  cause: Error,
): Promise<PreparationError> {
  const { collectionName } = model.collection;
  const fields = Object.keys(keys);
  const examples = await model.collection
    .aggregate([
      { $match: partialFilterExpression },
      {
        $group: {
          _id: fields.map((field) => `$${field}`),
          first: { $min: '$_id' },
          last: { $max: '$_id' },
          count: { $sum: 1 },
        },
      },
      { $match: { count: { $gt: 1 } } },
      { $limit: EXAMPLES },
    ])
    .toArray();
  return new PreparationError(
    `The collection ${collectionName} has several documents with the same ${fields.join(' and ')}, so its unique index cannot be built: change or delete all but one of each.`,
    examples.map(({ _id: key, ...where }) => ({ key: key as unknown, ...where })),
    cause,
  );
}
