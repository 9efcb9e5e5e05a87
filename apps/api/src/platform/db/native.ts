import type { Model, mongo } from 'mongoose';

/** A collection of the driver. */
export type Native<T extends mongo.BSON.Document> = mongo.Collection<T>;

/**
 * The driver's own collection of a model, for reads and single-document writes that need no casting: filters come from
 * parsed values, and what is read leaves through a presenter.
 */
export const native = <T>(model: Model<T>): Native<T & mongo.BSON.Document> =>
  model.collection as unknown as Native<T & mongo.BSON.Document>;

/**
 * A reader of a few documents by one command, for pages that every reader passes: it spares Mongoose's work and asks for
 * no second batch. It is the driver's own `find`, with its retries, read preference and time limits.
 * @param projection leaves of each document what `T` has
 * @param max documents at most; must be known to fit into one answer of 16 MB
 */
export function findSingleBatch<T>(
  model: Model<T & mongo.BSON.Document>,
  projection: Partial<Record<keyof T, 1>>,
  max: number,
): (filter: object) => Promise<T[]> {
  const options = { projection, limit: max, batchSize: max, singleBatch: true };
  return (filter) => model.collection.find<T & object>(filter, options).toArray();
}
