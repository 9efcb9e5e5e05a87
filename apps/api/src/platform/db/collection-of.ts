import type { Model, mongo } from 'mongoose';

/** A collection of the driver. */
export type Collection<T extends mongo.BSON.Document> = mongo.Collection<T>;

/**
 * Returns the driver's own collection of a model, for reads and single-document writes that need no casting:
 * filters use parsed values, and results go through a presenter.
 */
export const collectionOf = <T>(model: Model<T>): Collection<T & mongo.BSON.Document> =>
  model.collection as unknown as Collection<T & mongo.BSON.Document>;

/**
 * Marks a filter, update or operation that the driver's types cannot check: one with computed field names, one for
 * a generic collection, one that compares optional fields with null, or an upsert. Build it from typed values.
 */
export const unchecked = (query: object): never => query as never;
