import type { Model, mongo } from 'mongoose';

/** A collection of the driver. */
export type Native<T extends mongo.BSON.Document> = mongo.Collection<T>;

/**
 * Returns the driver's own collection of a model, for reads and single-document writes that need no casting:
 * filters use parsed values, and results go through a presenter.
 */
export const native = <T>(model: Model<T>): Native<T & mongo.BSON.Document> =>
  model.collection as unknown as Native<T & mongo.BSON.Document>;
