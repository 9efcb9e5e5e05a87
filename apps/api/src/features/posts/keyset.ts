import mongoose from 'mongoose';

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
