import { createHash } from 'node:crypto';
import type { AnswerOf, listComments, QueryOf } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { byId, inOrder } from '../../platform/db/by-id.js';
import { retryDuplicate } from '../../platform/db/duplicate-key.js';
import type { Collection } from '../../platform/db/collection-of.js';
import { LruCache } from '../../platform/lru-cache.js';
import { DAY, MINUTE, later } from '../../platform/time.js';
import type { CountedPosts } from '../posts/counted-posts.js';
import { nonNegative } from '../posts/post.presenter.js';
import { withGaps, type CommentGap, type CommentGaps } from './comment-gaps.js';
import { encodeCursor, placeOf, type Place } from './comment-place.js';
import { RANKED, type CommentRanking } from './comment-ranking.js';
import type { CommentPresenter } from './comment-presenter.js';
import { BY_DATE, NO_REPLIES, type CommentListingRecord, type CommentRecord } from './comment.model.js';

type Query = QueryOf<typeof listComments>;
type Page = Omit<AnswerOf<typeof listComments>, 'success' | 'message'>;

/** In the smart order, the viewer's own comments of the last day come first, up to this many. */
const OWN_FIRST = 20;
const OWN_RECENT_MS = DAY;
/** The contract allows at most 15 digits. */
const LISTINGS = 10n ** 15n;
/** Stored orders that this process remembers for the minute in which none needs a write. */
const REMEMBERED = 1000;

interface Parts {
  posts: Pick<CountedPosts, 'getVisible'>;
  comments: Collection<CommentRecord>;
  listings: Collection<CommentListingRecord>;
  gaps: Pick<CommentGaps, 'since'>;
  ranking: Pick<CommentRanking, 'of'>;
  presenter: Pick<CommentPresenter, 'present'>;
  now: () => Date;
}

type Kept = Pick<CommentListingRecord, 'until' | 'createdAt'>;

/** The parts, and the orders that this process stored or read last. */
interface Listing extends Parts {
  remembered: LruCache<number, Kept>;
}

interface Dated {
  until: Date | undefined;
  /** Ids to leave out. */
  without?: readonly Types.ObjectId[];
  direction: 1 | -1;
  skip: number;
  limit: number;
}

interface Found {
  comments: CommentRecord[];
  hasNextPage: boolean;
  listing: number;
}

/** @throws AppError 404 if the post does not exist */
async function page(parts: Listing, postId: string, query: Query, viewerId: string | null): Promise<Page> {
  const post = new Types.ObjectId(postId);
  const place = placeOf(query);
  const { commentsCount } = await parts.posts.getVisible(post);
  const found =
    query.orderType === 'smart'
      ? await smart(parts, post, place, viewerId)
      : await byDate(parts, post, place, query.sortOrder === 'asc' ? 1 : -1);
  const { listing, hasNextPage } = found;
  return {
    data: await parts.presenter.present(found.comments, viewerId),
    pagination: { currentPage: query.page, hasNextPage, totalComments: nonNegative(commentsCount) },
    listing: String(listing),
    nextCursor: hasNextPage ? encodeCursor(listing, place.skip + place.limit) : null,
  };
}

async function byDate(parts: Parts, post: Types.ObjectId, place: Place, direction: 1 | -1): Promise<Found> {
  const { listing, skip, limit } = place;
  const until = listing === undefined ? undefined : new Date(listing);
  const found = await dated(parts, post, { until, direction, skip, limit });
  return { ...found, listing: listing ?? parts.now().getTime() };
}

async function smart(
  parts: Listing,
  post: Types.ObjectId,
  { skip: offset, limit, listing: given }: Place,
  viewerId: string | null,
): Promise<Found> {
  const found = given === undefined ? null : await findListing(parts, post, given);
  const ids = found?.ids ?? (await rank(parts, post, viewerId));
  const now = parts.now();
  const present = { listing: now.getTime(), until: now };
  const { listing, until } =
    found ??
    (offset === 0 && ids.length > limit
      ? await keepListing(parts, post, ids, ids.length >= RANKED)
      : present);

  const shownIds = ids.slice(offset, offset + limit);
  const room = limit - shownIds.length;
  const below =
    ids.length < RANKED || offset + limit < ids.length
      ? { comments: [], hasNextPage: false }
      : await dated(parts, post, {
          until,
          without: ids,
          direction: -1,
          skip: Math.max(0, offset - ids.length),
          limit: room,
        });
  return {
    comments: [...(await read(parts, shownIds)), ...below.comments],
    hasNextPage: offset + limit < ids.length || below.hasNextPage,
    listing,
  };
}

async function findListing({ listings }: Parts, post: Types.ObjectId, listing: number) {
  const record = await listings.findOne({ _id: listing, post });
  return record === null ? null : { listing, ids: record.ids, until: record.until };
}

/**
 * Stores an order for half an hour for readers who continue it. The key is a hash of its ids, so all readers of
 * the same order share one record, written at most once a minute.
 * @param isOpen whether comments follow below the ranked ones; then the hash includes the minute
 */
async function keepListing(parts: Listing, post: Types.ObjectId, ids: Types.ObjectId[], isOpen: boolean) {
  const now = parts.now();
  const minute = new Date(Math.floor(now.getTime() / MINUTE) * MINUTE);
  const hash = createHash('sha256').update(post.id);
  for (const { id } of ids) hash.update(id);
  if (isOpen) hash.update(String(minute.getTime()));
  const _id = Number(hash.digest().readBigUInt64BE() % LISTINGS);
  const until = isOpen ? minute : now;
  const isFresh = ({ createdAt }: Kept) => now.getTime() - createdAt.getTime() <= MINUTE;
  const known = parts.remembered.get(_id);
  if (known !== undefined && isFresh(known)) return { listing: _id, until: known.until };
  let kept: Kept | null = await parts.listings.findOne(
    { _id, post },
    { projection: { until: 1, createdAt: 1 } },
  );
  if (kept === null || !isFresh(kept)) {
    const update = { $setOnInsert: { ids, until }, $set: { createdAt: now } };
    await retryDuplicate(() => parts.listings.updateOne({ _id, post }, update, { upsert: true }));
    kept = { until: kept?.until ?? until, createdAt: now };
  }
  parts.remembered.set(_id, kept);
  return { listing: _id, until: kept.until };
}

async function rank(
  { now, comments, ranking }: Parts,
  post: Types.ObjectId,
  viewerId: string | null,
): Promise<Types.ObjectId[]> {
  const recent = later(now(), -OWN_RECENT_MS);
  const [own, ranked] = await Promise.all([
    viewerId === null
      ? []
      : comments
          .find(
            { post, user: new Types.ObjectId(viewerId), createdAt: { $gt: recent }, ...NO_REPLIES },
            { projection: { _id: 1 } },
          )
          .sort({ createdAt: -1, _id: -1 })
          .limit(OWN_FIRST)
          .toArray(),
    ranking.of(post),
  ]);
  return [...byId([...own, ...ranked.map((_id) => ({ _id }))]).values()].map(({ _id }) => _id);
}

async function read({ comments }: Parts, ids: readonly Types.ObjectId[]): Promise<CommentRecord[]> {
  if (ids.length === 0) return [];
  return inOrder(ids, await comments.find({ _id: { $in: [...ids] } }).toArray());
}

/** Reads a page by date. With `until`, the list is read as of that time. */
async function dated(
  parts: Parts,
  post: Types.ObjectId,
  { until, without = [], direction, skip, limit }: Dated,
): Promise<Pick<Found, 'comments' | 'hasNextPage'>> {
  const { comments, gaps } = parts;
  const filter = {
    post,
    ...(until === undefined ? {} : { createdAt: { $lte: until } }),
    ...(without.length === 0 ? {} : { _id: { $nin: [...without] } }),
    ...NO_REPLIES,
  };
  const sort = { createdAt: direction, _id: direction };
  const gone = until === undefined ? [] : await gaps.since(post, until);
  const left = new Set(without.map((id) => id.toHexString()));
  const places = gone.filter(({ _id, createdAt }) => createdAt <= until! && !left.has(_id.toHexString()));
  if (places.length === 0) {
    const query = comments.find(filter, { hint: BY_DATE }).sort(sort);
    const found = await query
      .skip(skip)
      .limit(limit + 1)
      .toArray();
    return { comments: found.slice(0, limit), hasNextPage: found.length > limit };
  }
  const there = await comments
    .find<CommentGap>(filter, { hint: BY_DATE, projection: { createdAt: 1 } })
    .sort(sort)
    .limit(skip + limit + 1)
    .toArray();
  const list = withGaps(there, places, direction);
  const shown = list.slice(skip, skip + limit).filter(({ isGap }) => !isGap);
  return {
    comments: await read(
      parts,
      shown.map(({ _id }) => _id),
    ),
    hasNextPage: list.slice(skip + limit).some(({ isGap }) => !isGap),
  };
}

/**
 * Lists the comments of a post by page, without replies.
 *
 * By date, a page is a range of the index. The first page returns a `listing`, the time of the read; later pages
 * with it show the list as of that time: newer comments are left out, and comments deleted since keep their
 * positions, which makes a page shorter. In the smart order, the first page ranks at most 300 comments from an
 * index. If they exceed one page, `listing` names the stored order and later pages are slices of it, so no comment
 * repeats after likes, writes or deletions. Comments beyond the 300 follow by date, as of the time of the order.
 * Without a listing, or after it expired, a page is read from the current order: nothing repeats while nobody likes
 * or writes. A page costs at most 300 index entries; readers of the same order share its listing. A cursor holds the
 * listing and the number of comments before the page.
 */
export function createCommentList(given: Parts) {
  const parts = { ...given, remembered: new LruCache<number, Kept>(REMEMBERED) };
  return {
    page: (post: string, query: Query, viewerId: string | null) => page(parts, post, query, viewerId),
  };
}
