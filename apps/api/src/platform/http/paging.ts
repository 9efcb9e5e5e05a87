import { PAGE } from '@social-feed/contracts';
import mongoose from 'mongoose';
import { seal, unseal } from '../seal.js';
import { invalidField } from './errors.js';

const { EJSON } = mongoose.mongo.BSON;

/**
 * Returns the number of entries before a page of a sorted list.
 * @throws AppError 400 beyond the maximum depth
 */
export function pageOffset({ page, limit }: { page: number; limit: number }): number {
  refuseBeyondDepth(page * limit);
  return (page - 1) * limit;
}

/** @throws AppError 400 if a page of a sorted list ends beyond the maximum depth */
export function refuseBeyondDepth(end: number): void {
  if (end <= PAGE.depthMax) return;
  throw invalidField(
    'page',
    `Pages reach the first ${PAGE.depthMax} entries; narrow the list or follow nextCursor`,
  );
}

/** Sort fields and directions; the last field is `_id`, so that the order is unique. */
export type Order = Record<string, 1 | -1>;

export interface List<Count> {
  /** Names the list and its order; a cursor is valid only for its own list. */
  list: string;
  order: Order;
  limit: number;
  /** Absent or empty for the first page. */
  cursor: string | undefined;
  /** Fields that may be null, only in a descending order; null comes last. */
  nullable?: readonly string[];
  /** Counts all entries, for the first page; the cursor holds the number for the later ones. */
  count?: () => Promise<Count>;
}

/** What was found in a range of a list. */
export interface Found<T> {
  found: T[];
  /** The sort fields of where the read stopped, if it found too few but may find more behind. */
  stoppedAt?: object | undefined;
}

export interface Cursor<T> {
  sort: (order: Order) => { limit: (most: number) => { toArray: () => Promise<T[]> } };
}

/** Finds entries within a range of the order: with a cursor of the database, or a custom read. */
type Source<T, Count> =
  | { find: (range: object) => Cursor<T>; read?: undefined }
  | { read: (range: object, most: number, total: Promise<Count>) => Promise<Found<T>>; find?: undefined };

type Reading<T, Count = number> = List<Count> & Source<T, Count>;

export type PageReader = ReturnType<typeof createPageReader>;

/** What the cursor of a counted list holds; that of another one holds the position of the last entry only. */
interface Counted<Count> {
  position: unknown;
  total: Count;
}

/** @param key encrypts cursors */
export const createPageReader =
  (key: Buffer) =>
  /**
   * Reads a page of a sorted list after the cursor. The page is shorter if it would exceed the maximum bytes.
   * @returns `total`: the number of all entries, 0 without `count`
   * @throws AppError 400 for a cursor that was changed or belongs to another list
   */
  async <T extends object, Count = number>(reading: Reading<T, Count>) => {
    const { list, order, limit, cursor, nullable, count, find } = reading;
    const held = cursor ? unseal(key, list, cursor) : undefined;
    if (cursor && held === undefined) throw invalidField('cursor', 'cursor is malformed');
    const { position, total: known } = Array.isArray(held)
      ? { position: held }
      : ((held ?? {}) as Partial<Counted<Count>>);
    const counted = known === undefined ? (count?.() ?? Promise.resolve(0 as Count)) : Promise.resolve(known);
    const read = find
      ? async (range: object, most: number) => ({
          found: await find(range).sort(order).limit(most).toArray(),
        })
      : reading.read;
    const readAll = async (): Promise<Found<T>> => {
      const found: T[] = [];
      for (const range of position === undefined ? [{}] : rangesAfter(order, position, nullable)) {
        const missing = limit + 1 - found.length;
        if (missing === 0) break;
        const part: Found<T> = await read(range, missing, counted);
        found.push(...part.found);
        if (part.stoppedAt !== undefined) return { found, stoppedAt: part.stoppedAt };
      }
      return { found };
    };
    const [total, { found, stoppedAt }] = await Promise.all([counted, readAll()]);
    const wanted = found.slice(0, limit);
    const shown = wanted.slice(0, countFitting(wanted));
    const last = found.length > shown.length ? shown.at(-1) : stoppedAt;
    if (last === undefined) return { shown, total, nextCursor: null };
    const end = positionOf(order, last);
    return { shown, total, nextCursor: seal(key, list, count ? { position: end, total } : end) };
  };

/** Returns an entry's values of the sort fields, as JSON. */
function positionOf(order: Order, entry: object): unknown {
  const values = entry as Record<string, unknown>;
  return EJSON.serialize(Object.keys(order).map((field) => values[field] ?? null));
}

/**
 * Returns filters that together find the entries after a position: first those equal in all fields but the last,
 * then in all but the last two, and so on. Each is one index range in sort order.
 */
function rangesAfter(order: Order, position: unknown, nullable: readonly string[] = []): object[] {
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

/**
 * Approximate maximum bytes of a page as JSON: proxies buffer this much of a response for a client that reads
 * nothing.
 */
export const PAGE_BYTES_MAX = 1_000_000;
/** Maximum bytes that a response adds to a stored entry, such as its author. */
const ADDED_BYTES = 9000;

/** Returns the maximum bytes of an entry in a response. */
export const answerBytes = (entry: object): number => Buffer.byteLength(JSON.stringify(entry)) + ADDED_BYTES;

/**
 * Returns how many of the first entries fit into a page; at least one, so that every list can be read to its end.
 */
export function countFitting(entries: readonly object[], most = PAGE_BYTES_MAX): number {
  let bytes = 0;
  for (const [index, entry] of entries.entries()) {
    bytes += answerBytes(entry);
    if (bytes > most) return Math.max(1, index);
  }
  return entries.length;
}
