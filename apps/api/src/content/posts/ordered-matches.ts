import type { mongo, Types } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import { countMatches, type SearchParts } from './count-matches.js';
import { listFilter, type PostFilter } from './list-filter.js';
import type { PostRecord } from './post.model.js';
import { POST_PROJECTION, type StoredPost } from './post.presenter.js';
import { alongOrder, BY_USER, indexOf, isKept, leadsOf, type Index, type Lead } from './search-conditions.js';
import { COUNTED_MATCHES, matchesOf, type Matches, type PostSearch, type Wanted } from './post-search.js';

type PostProjection = Partial<Record<keyof PostRecord, 1>>;

/** Posts that may appear in a walk between the reads of its end and of its posts. */
const APPEARING = 100;

interface Ordered extends Wanted {
  order: Index;
  projection: PostProjection;
}

/** Walks along the index of an order, or of one condition in that order, and returns the matches. */
function walk<T extends mongo.Document>(
  { posts }: SearchParts,
  { condition, rest, hint }: Lead,
  { range, order, offset, limit, projection }: Ordered,
  most: number,
): Promise<T[]> {
  // all in one batch; an aggregation's cursor would stay open after a batch that is exactly full
  return collectionOf(posts)
    .aggregate<T>(
      [
        { $match: { ...condition, ...range } },
        { $sort: order },
        { $limit: most },
        { $match: rest },
        { $skip: offset },
        { $limit: limit },
        { $project: projection },
      ],
      { hint, batchSize: limit + 1 },
    )
    .toArray();
}

/**
 * Few matches are all read and sorted. For many matches the order's own index is walked, since enough of them should
 * appear early. The walk stops after as many posts as match, so the worst case costs twice as much as reading all
 * matches.
 */
async function readAll<T extends mongo.Document>(
  parts: SearchParts,
  filter: PostFilter,
  wanted: Ordered,
): Promise<T[]> {
  const { sorting, matches, range, order, offset, limit, projection } = wanted;
  if (!isKept(filter, sorting) && (await isShortWalk(parts, offset + limit, matches))) {
    const walked = await walk<T>(parts, alongOrder(filter, sorting), wanted, matches.total);
    if (walked.length === limit) return walked;
  }
  const options = { projection, hint: indexOf(filter), batchSize: limit + 1 };
  return collectionOf(parts.posts)
    .find<T>({ ...filter, ...range } as object, options)
    .sort(order)
    .skip(offset)
    .limit(limit)
    .toArray();
}

/** Sorts the matches among the posts of one condition. */
function sortLed<T extends mongo.Document>(
  { posts, bounds }: SearchParts,
  { condition, rest, hint }: Lead,
  { range, order, offset, limit, projection }: Ordered,
): Promise<T[]> {
  return collectionOf(posts)
    .aggregate<T>(
      [
        { $match: condition },
        // twice what was counted, since posts may have come
        { $limit: 2 * bounds.read },
        { $match: { ...rest, ...range } },
        { $sort: order },
        { $skip: offset },
        { $limit: limit },
        { $project: projection },
      ],
      { hint, batchSize: limit + 1 },
    )
    .toArray();
}

interface Part<T> {
  found: T[];
  /** The entry that the walk ended at, if there is more behind it. */
  stoppedAt?: object | undefined;
}

/** Walks a bounded part of an order. */
async function walkOn<T extends mongo.Document>(
  parts: SearchParts,
  lead: Lead,
  wanted: Ordered,
): Promise<Part<T>> {
  const { bounds } = parts;
  const { range, order, limit } = wanted;
  const near = await walk<T>(parts, lead, wanted, bounds.step);
  if (near.length === limit) return { found: near };
  const fields = Object.fromEntries(Object.keys(order).map((field) => [field, 1]));
  const [end] = await collectionOf(parts.posts)
    .find({ ...lead.condition, ...range } as object, { projection: fields, hint: lead.hint })
    .sort(order)
    .skip(bounds.walk - 1)
    .limit(1)
    .toArray();
  if (end === undefined) return { found: await walk<T>(parts, lead, wanted, bounds.walk) };
  // Posts may come and go between the two reads. With the end as a condition, this page and the next are exact.
  const rest = { $and: [lead.rest, upTo(order, end)] };
  const found = await walk<T>(parts, { ...lead, rest }, wanted, bounds.walk + APPEARING);
  return found.length === limit ? { found } : { found, stoppedAt: end };
}

/** Matches an entry of an order and all before it. */
function upTo(order: Index, end: mongo.Document): PostFilter {
  const [field, direction] = Object.entries(order)[0]!;
  const [before, notAfter] = direction === 1 ? ['$lt', '$lte'] : ['$gt', '$gte'];
  const last = end[field] as unknown;
  const id = end['_id'] as unknown;
  return { $or: [{ [field]: { [before]: last } }, { [field]: last, _id: { [notAfter]: id } }] };
}

/** Reads a part of the matches in an order. */
async function read<T extends mongo.Document>(
  parts: SearchParts,
  filter: PostFilter,
  plain: Wanted,
  projection: PostProjection,
): Promise<Part<T>> {
  const { sorting, matches, offset, limit } = plain;
  if (offset >= matches.total && matches.isWhole) return { found: [] };
  const direction = sorting.sortOrder === 'asc' ? 1 : -1;
  const wanted = { ...plain, projection, order: { [sorting.sortBy]: direction, _id: direction } as Index };
  const leads = leadsOf(filter);
  const own = indexOf(filter);
  const kept = isKept(filter, sorting) ? leads.find(({ hint }) => hint === own) : undefined;
  // one index has the order and nothing else to look for
  const isPlain = kept !== undefined && Object.keys(kept.rest).every((field) => field === 'user');
  if (isPlain || (await parts.countAll()) <= parts.bounds.read) {
    return { found: await readAll<T>(parts, filter, wanted) };
  }
  if (!matches.isWhole) return walkOn<T>(parts, kept ?? alongOrder(filter, sorting), wanted);
  if (await isShortWalk(parts, offset + limit, matches)) {
    const found = await walk<T>(parts, alongOrder(filter, sorting), wanted, matches.total);
    if (found.length === limit) return { found };
  }
  return { found: await sortLed<T>(parts, leads[matches.fewest]!, wanted) };
}

/** Whether a walk along the order probably finds enough matches within half the posts it may read. */
async function isShortWalk(
  { countAll, bounds }: SearchParts,
  reach: number,
  { total, isWhole }: Matches,
): Promise<boolean> {
  if (total <= bounds.sorted || reach > total / 2) return false;
  // The count stopped, so the real number may be far larger.
  if (!isWhole) return true;
  return (reach * (await countAll())) / total <= total / 2;
}

const IDS = { _id: 1 } as const;
const NEWEST = { sorting: { sortBy: 'createdAt', sortOrder: 'desc' }, range: {}, offset: 0 } as const;
const NEWEST_FIRST: Index = { createdAt: -1, _id: -1 };
const idsOf = (found: readonly Pick<PostRecord, '_id'>[]) => found.map(({ _id }) => _id.toHexString());

/** Searches in the database. */
export function createPostSearch(parts: SearchParts): PostSearch {
  return {
    count: async ({ by, hiding }) => {
      const filter = listFilter(by, hiding);
      return filter === null ? matchesOf(0) : countMatches(parts, filter);
    },
    page: async ({ by, hiding }, wanted) => {
      const filter = listFilter(by, hiding);
      if (filter === null) return { posts: [] };
      const { found, ...rest } = await read<StoredPost>(parts, filter, wanted, POST_PROJECTION);
      return { posts: found, ...rest };
    },
    newest: async ({ by, hiding }, matches, limit) => {
      const filter = listFilter(by, hiding);
      if (filter === null) return [];
      const wanted = { ...NEWEST, matches, limit };
      const { found, stoppedAt } = await read<Pick<PostRecord, '_id'>>(parts, filter, wanted, IDS);
      if (stoppedAt === undefined) return idsOf(found);
      const sorted = { ...wanted, order: NEWEST_FIRST, projection: IDS };
      return idsOf(await sortLed(parts, leadsOf(filter)[0]!, sorted));
    },
  };
}

/** Ids of the newest posts of some users. */
export async function newestOf(
  parts: SearchParts,
  users: readonly Types.ObjectId[],
  limit: number,
): Promise<string[]> {
  const ofUsers: PostFilter = { user: { $in: users } };
  // includes the few hidden posts, so that the index alone gives the number
  const counted = { limit: COUNTED_MATCHES, hint: BY_USER };
  const total = await parts.posts.countDocuments(ofUsers, counted).exec();
  if (total === 0) return [];
  const wanted = { ...NEWEST, matches: matchesOf(total), limit, order: NEWEST_FIRST, projection: IDS };
  return idsOf(await readAll(parts, { ...ofUsers, hidden: false }, wanted));
}
