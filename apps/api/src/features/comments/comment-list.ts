import type { AnswerOf, listComments, QueryOf } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { byId, inOrder } from '../../platform/db/by-id.js';
import type { Native } from '../../platform/db/native.js';
import type { CountedPosts } from '../posts/counted-posts.js';
import { pageOffset } from '../../platform/http/paging.js';
import { CommentListings } from './comment-listings.js';
import type { CommentPresenter } from './comment-presenter.js';
import { BY_DATE, NO_REPLIES, type CommentListingRecord, type CommentRecord } from './comment.model.js';

type Query = QueryOf<typeof listComments>;
type Page = Omit<AnswerOf<typeof listComments>, 'success' | 'message'>;

/** The viewer's own comments of the last day come first in the smart order, at most this many. */
const OWN_FIRST = 20;
const OWN_RECENT_MS = 24 * 60 * 60 * 1000;
/** So many comments are put into the smart order; those below follow by date. */
const RANKED = 300;
/** The listing of an order by date is its time in hundredths of a millisecond. */
const LISTING_SCALE = 100;

export interface CommentListParts {
  posts: Pick<CountedPosts, 'getVisible'>;
  comments: Native<CommentRecord>;
  listings: Native<CommentListingRecord>;
  presenter: Pick<CommentPresenter, 'present'>;
  now: () => Date;
}

interface Found {
  comments: CommentRecord[];
  hasNextPage: boolean;
  listing: number;
}

/**
 * The comments of a post by page, without replies.
 *
 * By date, a page is a part of the index; comments written after the `listing` that the client sends back are left out,
 * so that nothing shifts. In the smart order the first page ranks at most 300 comments by an index and, where there is
 * more than the page, names their order in the `listing`; the other pages are parts of that order, so that no page
 * repeats another whatever is liked, written or deleted meanwhile. Comments beyond the 300 follow by date. Without a
 * listing, or with one that has ended, a page is read off the present order: it repeats nothing while nobody likes or
 * writes. A page costs at most 300 index entries; readers of the same order share its listing.
 */
export class CommentList {
  private readonly listings: CommentListings;

  constructor(private readonly parts: CommentListParts) {
    this.listings = new CommentListings(parts.listings, parts.now);
  }

  /** @throws AppError 404 where there is no such post */
  async page(postId: string, query: Query, viewerId: string | null): Promise<Page> {
    const post = new Types.ObjectId(postId);
    const { commentsCount } = await this.parts.posts.getVisible(post);
    const found =
      query.orderType === 'smart' ? await this.smart(post, query, viewerId) : await this.byDate(post, query);
    return {
      data: await this.parts.presenter.present(found.comments, viewerId),
      pagination: {
        currentPage: query.page,
        hasNextPage: found.hasNextPage,
        totalComments: Math.max(0, commentsCount),
      },
      listing: String(found.listing),
    };
  }

  private async byDate(post: Types.ObjectId, { page, limit, sortOrder, listing }: Query): Promise<Found> {
    const direction = sortOrder === 'asc' ? 1 : -1;
    const until = listing === undefined ? {} : { createdAt: { $lte: timeOf(Number(listing)) } };
    const skip = pageOffset({ page, limit });
    const found = await this.dated({ post, ...until }, { direction, skip, limit: limit + 1 });
    return {
      comments: found.slice(0, limit),
      hasNextPage: found.length > limit,
      listing: listing === undefined ? this.newListing() : Number(listing),
    };
  }

  private async smart(
    post: Types.ObjectId,
    { page, limit, listing: given }: Query,
    viewerId: string | null,
  ): Promise<Found> {
    const offset = pageOffset({ page, limit });
    const found = given === undefined ? null : await this.listings.find(post, Number(given));
    const ids = found?.ids ?? (await this.rank(post, viewerId));
    const present = { listing: this.newListing(), until: this.parts.now() };
    const { listing, until } =
      found ??
      (page === 1 && ids.length > limit
        ? await this.listings.keep(post, ids, ids.length >= RANKED)
        : present);

    const shownIds = ids.slice(offset, offset + limit);
    const room = limit - shownIds.length;
    const below =
      ids.length < RANKED || offset + limit < ids.length
        ? []
        : await this.dated(
            { post, createdAt: { $lte: until }, _id: { $nin: ids } },
            { direction: -1, skip: Math.max(0, offset - ids.length), limit: room + 1 },
          );
    return {
      comments: [...(await this.read(shownIds)), ...below.slice(0, room)],
      hasNextPage: offset + limit < ids.length || below.length > room,
      listing,
    };
  }

  private async rank(post: Types.ObjectId, viewerId: string | null): Promise<Types.ObjectId[]> {
    const projection = { _id: 1 };
    const recent = new Date(this.parts.now().getTime() - OWN_RECENT_MS);
    const [own, ranked] = await Promise.all([
      viewerId === null
        ? []
        : this.parts.comments
            .find(
              { post, user: new Types.ObjectId(viewerId), createdAt: { $gt: recent }, ...NO_REPLIES },
              { projection },
            )
            .sort({ createdAt: -1, _id: -1 })
            .limit(OWN_FIRST)
            .toArray(),
      this.parts.comments
        .find({ post, ...NO_REPLIES }, { projection })
        .sort({ rank: -1, _id: -1 })
        .limit(RANKED)
        .toArray(),
    ]);
    return [...byId([...own, ...ranked]).values()].map(({ _id }) => _id);
  }

  private async read(ids: readonly Types.ObjectId[]): Promise<CommentRecord[]> {
    if (ids.length === 0) return [];
    return inOrder(ids, await this.parts.comments.find({ _id: { $in: [...ids] } }).toArray());
  }

  private dated(
    filter: object,
    { direction, skip, limit }: { direction: 1 | -1; skip: number; limit: number },
  ): Promise<CommentRecord[]> {
    return this.parts.comments
      .find({ ...filter, ...NO_REPLIES }, { hint: BY_DATE })
      .sort({ createdAt: direction, _id: direction })
      .skip(skip)
      .limit(limit)
      .toArray();
  }

  private newListing(): number {
    return this.parts.now().getTime() * LISTING_SCALE;
  }
}

const timeOf = (listing: number): Date => new Date(Math.floor(listing / LISTING_SCALE));
