import type { Types } from 'mongoose';
import { byId } from '../../platform/db/by-id.js';
import type { Lookup } from '../../platform/db/batch-loader.js';
import { answerBytes, PAGE_BYTES_MAX } from '../../platform/http/paging.js';
import { feedKey, sequenceOf } from '../../order/feed-order/feed-key.js';
import type { StoredPost } from './post.presenter.js';
import type { Pin, SeedPins } from '../../order/feed-order/seed-pins.js';

/**
 * Maximum number of reads of one cursor call. Reads after the first cover twice as many positions as posts are
 * missing. If posts are left out, the second read covers as many positions as five first ones, and is the last.
 */
export const LOOKS = 6;

/** What decides whether a reader leaves a post out, without its texts. */
export type PostMark = Pick<StoredPost, '_id' | 'user' | 'language' | 'seenNumber'>;
/** Returns the ids of posts to leave out. */
type Drop = (posts: readonly PostMark[]) => Promise<ReadonlySet<string>>;

export interface RandomRun {
  posts: StoredPost[];
  /** How the order was made, and the number of each post by its id (docs/feed-order.md). */
  order: { generation: number; population: number; numberOf: Map<string, number> };
  /** Whether more positions follow. */
  hasNext: boolean;
  /** the position of the next page */
  position: number;
}

export type RandomFeed = ReturnType<typeof createRandomFeed>;

interface Parts {
  postsAt: Lookup<number, StoredPost>;
  marksAt: Lookup<number, PostMark>;
  listed: (ids: readonly Types.ObjectId[]) => Promise<StoredPost[]>;
  pins: SeedPins;
}

/** One read of a run. */
interface Read {
  /** Returns how many positions it covers if so many posts are missing. */
  width: (missing: number) => number;
  /** Returns the posts at some keys in their places, at most up to the last one missing. */
  find: (keys: readonly number[], missing: number) => Promise<(StoredPost | undefined)[]>;
}

/** The reads of a run, in order, as long as posts are missing. */
const readsFor = ({ postsAt }: Parts, limit: number, looks: number): Read[] =>
  Array.from({ length: looks }, (_, look) => ({
    width: (missing) => (look === 0 ? limit : 2 * missing),
    find: postsAt,
  }));

/** The reads of a run that leaves posts out: the second one covers many positions, and reads few texts. */
const droppingReadsFor = (parts: Parts, limit: number, drop: Drop): Read[] => [
  { width: () => limit, find: async (keys) => undropped(await parts.postsAt(keys), drop) },
  { width: () => (LOOKS - 1) * limit, find: (keys, missing) => keptAt(parts, keys, missing, drop) },
];

/**
 * Returns the next posts from a position, past the gaps of deleted posts; fewer than `limit` only at the end or
 * after a very long gap. A page by cursor ends early if it would exceed the byte limit; a page by number cannot,
 * since the start of the next page is fixed.
 * @param from first position, from 0
 * @param looks number of reads; 1 returns the posts at the next `limit` positions, as for pages by number, where
 *   gaps make a page shorter
 * @param pin the order, if the caller has it
 * @param drop returns the ids of posts to leave out too; then at most six times `limit` positions are read
 */
async function run(
  parts: Parts,
  seed: number,
  from: number,
  limit: number,
  { looks = LOOKS, pin: given, drop }: RunOptions,
): Promise<RandomRun> {
  const { pins } = parts;
  const pin = given ?? (await pins.resolve(seed, from));
  const { size } = pin.order;
  const posts: StoredPost[] = [];
  const numberOf = new Map<string, number>();
  let position = Math.min(from, size);
  let isFull = false;
  let bytes = 0;
  for (const { width, find } of drop ? droppingReadsFor(parts, limit, drop) : readsFor(parts, limit, looks)) {
    const missing = limit - posts.length;
    if (missing === 0 || position === size || isFull) break;
    const keys = keysOf(pin, position, Math.min(size, position + width(missing)));
    for (const [index, post] of (await find(keys, missing)).entries()) {
      if (posts.length === limit) break;
      if (post !== undefined) {
        if (looks > 1) bytes += answerBytes(post);
        isFull = posts.length > 0 && bytes > PAGE_BYTES_MAX;
        if (isFull) break;
        posts.push(post);
        numberOf.set(post._id.toHexString(), sequenceOf(keys[index]!));
      }
      position += 1;
    }
  }
  if (posts.length > 0) await pins.touch(pin);
  const order = { generation: pin.generation, population: size, numberOf };
  return { posts, order, position, hasNext: position < size };
}

export interface RunOptions {
  looks?: number;
  pin?: Pin;
  drop?: Drop | undefined;
}

/** Reads the random order of a seed (docs/feed.md): one indexed query per page, at any depth and size. */
export function createRandomFeed(parts: Parts) {
  return {
    run: (seed: number, from: number, limit: number, options: RunOptions = {}) =>
      run(parts, seed, from, limit, options),
  };
}

/** Returns the posts at some keys but those left out, which it reads without their texts, up to `most` of them. */
async function keptAt({ marksAt, listed }: Parts, keys: readonly number[], most: number, drop: Drop) {
  const marks = await marksAt(keys);
  const dropped = await drop(marks.filter((mark) => mark !== undefined));
  const kept = marks.flatMap((mark, index) =>
    mark === undefined || dropped.has(mark._id.toHexString()) ? [] : [{ index, _id: mark._id }],
  );
  const wanted = kept.slice(0, most);
  const posts = byId(await listed(wanted.map(({ _id }) => _id)));
  const at = new Map(wanted.map(({ index, _id }) => [index, posts.get(_id.toHexString())]));
  // the next call starts with the first one that is not read
  const end = kept[most]?.index ?? keys.length;
  return keys.slice(0, end).map((_, index) => at.get(index));
}

/** The posts but those left out, in their places. */
async function undropped(posts: (StoredPost | undefined)[], drop: Drop) {
  const dropped = await drop(posts.filter((post) => post !== undefined));
  return posts.map((post) => (post !== undefined && dropped.has(post._id.toHexString()) ? undefined : post));
}

/** The keys at positions `from` to `to`, exclusive, of a pinned order. */
export function keysOf({ generation, order }: Pin, from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => feedKey(generation, order.at(from + index)));
}
