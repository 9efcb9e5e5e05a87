import mongoose, { type Model, type mongo } from 'mongoose';
import { readLimits } from './deadline.js';

/** Reads what a filter finds, as the driver decodes it; `T` says what the projection leaves. */
export type ReadAtOnce<T> = (filter: object) => Promise<T[]>;

/** The command behind a `ReadAtOnce`, for running and for explaining it. */
export const findCommand = (collection: string, filter: object, projection: object, max: number) => ({
  find: collection,
  filter,
  projection,
  batchSize: max,
  singleBatch: true,
});

/**
 * A reader of a few documents by one command. The driver's cursors take twice the time for the same answer, which
 * counts where every page of the feed passes. A read that the network cut off is tried once more, as cursors do.
 * @param max documents at most; must be known to fit into one answer of 16 MB
 */
export function readAtOnce<T>(
  model: Model<T & mongo.BSON.Document>,
  projection: Partial<Record<keyof T, 1>>,
  max: number,
): ReadAtOnce<T> {
  const read = async (filter: object): Promise<T[]> => {
    const database = model.db.db;
    if (database === undefined) throw new Error('The database was not reached yet');
    const { signal, ...limits } = readLimits();
    const command = findCommand(model.collection.collectionName, filter, projection, max);
    const answer = await database.command({ ...command, ...limits }, signal && { signal });
    return (answer['cursor'] as { firstBatch: T[] }).firstBatch;
  };
  return async (filter) => {
    try {
      return await read(filter);
    } catch (error) {
      if (error instanceof mongoose.mongo.MongoNetworkError) return read(filter);
      throw error;
    }
  };
}
