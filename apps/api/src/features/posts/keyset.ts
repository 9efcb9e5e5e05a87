import mongoose from 'mongoose';
import type { CursorSealer } from '../../platform/http/paging.js';

const { EJSON } = mongoose.mongo.BSON;

/** Fields of an order and their directions; the last is `_id`, so that no two entries are alike. */
export type Order = Record<string, 1 | -1>;

/** An entry's values of an order's fields, as JSON can hold them. */
export const positionOf = (order: Order, entry: object): unknown => {
  const values = entry as Record<string, unknown>;
  return EJSON.serialize(Object.keys(order).map((field) => values[field] ?? null));
};

/**
 * Filters that find, one after the other, what stands after a position: first what is alike in all fields but the last,
 * then in all but the last two, and so on. Each is one range of an index that keeps the order.
 * @param nullable fields that may be null, in a falling order only; null comes last
 */
export function rangesAfter(order: Order, position: unknown, nullable: readonly string[] = []): object[] {
  const fields = Object.entries(order);
  const values = EJSON.deserialize(position as object) as unknown[];
  const ranges: object[] = [];
  for (let last = fields.length - 1; last >= 0; last -= 1) {
    const alike = Object.fromEntries(fields.slice(0, last).map(([field], index) => [field, values[index]]));
    const [field, direction] = fields[last]!;
    const value = values[last];
    if (value === null || value === undefined) continue;
    ranges.push({ ...alike, [field]: { [direction === 1 ? '$gt' : '$lt']: value } });
    if (nullable.includes(field)) ranges.push({ ...alike, [field]: null });
  }
  return ranges;
}

interface Reading<T> {
  cursors: CursorSealer;
  /** Names the list; a cursor is good for no other. */
  list: string;
  order: Order;
  limit: number;
  /** Absent or empty for the first page. */
  cursor: string | undefined;
  /** Fields that may be null, in a falling order only; null comes last. */
  nullable?: readonly string[];
  /** Reads what a filter finds in the order, at most so many. */
  read: (range: object, most: number) => Promise<T[]>;
}

/**
 * A page of a list in an order, after the cursor of the page before.
 * @throws AppError 400 for a cursor of another list
 */
export async function readAfter<T extends object>({
  cursors,
  list,
  order,
  limit,
  cursor,
  nullable,
  read,
}: Reading<T>): Promise<{ shown: T[]; nextCursor: string | null }> {
  const found: T[] = [];
  for (const range of cursor ? rangesAfter(order, cursors.unseal(list, cursor), nullable) : [{}]) {
    const missing = limit + 1 - found.length;
    if (missing === 0) break;
    found.push(...(await read(range, missing)));
  }
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const isMore = found.length > limit && last !== undefined;
  return { shown, nextCursor: isMore ? cursors.seal(list, positionOf(order, last)) : null };
}
