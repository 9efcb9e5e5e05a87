import type { mongo } from 'mongoose';
import { DAY, utcDay } from '../time.js';
import { unchecked, type Collection } from './collection-of.js';

/** A range of time. `end` is not part of it. */
export interface TimeRange {
  from: Date;
  end: Date;
}

/** Returns the start of a time's day in UTC. */
export const startOfDay = (time: Date): Date => new Date(Math.floor(time.getTime() / DAY) * DAY);

/**
 * Counts the documents of each day in UTC, by the date in a field, which an index must have. Days without any are
 * missing.
 */
export async function countPerDay<T extends mongo.BSON.Document>(
  collection: Collection<T>,
  field: keyof T & string,
  { from, end }: TimeRange,
  filter: object = {},
): Promise<ReadonlyMap<string, number>> {
  const rows = await collection
    .aggregate<{ _id: Date; count: number }>([
      { $match: unchecked({ ...filter, [field]: { $gte: from, $lt: end } }) },
      { $group: { _id: { $dateTrunc: { date: `$${field}`, unit: 'day' } }, count: { $sum: 1 } } },
    ])
    .toArray();
  return new Map(rows.map(({ _id, count }) => [utcDay(_id), count]));
}
