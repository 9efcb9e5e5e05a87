import type { AnswerOf, Comment, listComments, QueryOf } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { CountedFlags } from '../../platform/db/counted-flags.js';
import type { Native } from '../../platform/db/native.js';
import type { PostAssembler } from '../posts/post.presenter.js';
import type { CountedPosts } from '../posts/counted-posts.js';
import { pageOffset } from '../../platform/http/paging.js';
import { CommentListings } from './comment-listings.js';
import type { CommentListingRecord, CommentRecord, LikedComment } from './comment.model.js';

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
  posts: Pick<CountedPosts, 'getVisible' | 'findVisible'>;
  comments: Native<CommentRecord>;
  likes: Pick<CountedFlags<'liked', LikedComment>, 'setAmong'>;
  listings: Native<CommentListingRecord>;
  hydration: Pick<PostAssembler, 'authors'>;
  now: () => Date;
}

const NONE: ReadonlySet<string> = new Set();

interface Found {
  comments: CommentRecord[];
  hasNextPage: boolean;
  listing: number;
}

/**
 * The comments of a post by page.
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
      data: await this.present(found.comments, viewerId),
      pagination: {
        currentPage: query.page,
        hasNextPage: found.hasNextPage,
        totalComments: Math.max(0, commentsCount),
      },
      listing: String(found.listing),
    };
  }

  /** Whether a comment of this user is shown below this post. */
  async isSeen(user: Types.ObjectId, post: Types.ObjectId): Promise<boolean> {
    const [authors, posts] = await Promise.all([
      this.parts.hydration.authors([user]),
      this.parts.posts.findVisible([post]),
    ]);
    return authors.size > 0 && posts.size > 0;
  }

  /** Comments as the contracts have them; those of suspended and deleted users are left out. */
  async present(comments: readonly CommentRecord[], viewerId: string | null): Promise<Comment[]> {
    if (comments.length === 0) return [];
    const ids = comments.map(({ _id }) => _id);
    const [authors, liked] = await Promise.all([
      this.parts.hydration.authors(comments.map((comment) => comment.user)),
      viewerId === null ? NONE : this.parts.likes.setAmong(new Types.ObjectId(viewerId), 'liked', ids),
    ]);
    return comments.flatMap(({ _id, post, user, body, createdAt, likes, deletedAt }) => {
      const author = authors.get(user.toHexString());
      if (author === undefined || deletedAt instanceof Date) return [];
      const id = _id.toHexString();
      return {
        _id: id,
        postId: post.toHexString(),
        body,
        user: author,
        createdAt: createdAt.toISOString(),
        timestamp: createdAt.toISOString(),
        reactions: { likes: Math.max(0, likes) },
        userHasLiked: liked.has(id),
      };
    });
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
      comments: [...(await this.inOrder(shownIds)), ...below.slice(0, room)],
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
            .find({ post, user: new Types.ObjectId(viewerId), createdAt: { $gt: recent } }, { projection })
            .sort({ createdAt: -1, _id: -1 })
            .limit(OWN_FIRST)
            .toArray(),
      this.parts.comments.find({ post }, { projection }).sort({ rank: -1, _id: -1 }).limit(RANKED).toArray(),
    ]);
    const distinct = new Map([...own, ...ranked].map(({ _id }) => [_id.toHexString(), _id]));
    return [...distinct.values()];
  }

  private async inOrder(ids: readonly Types.ObjectId[]): Promise<CommentRecord[]> {
    if (ids.length === 0) return [];
    const found = await this.parts.comments.find({ _id: { $in: [...ids] } }).toArray();
    const byId = new Map(found.map((comment) => [comment._id.toHexString(), comment]));
    return ids.flatMap((id) => byId.get(id.toHexString()) ?? []);
  }

  private dated(
    filter: object,
    { direction, skip, limit }: { direction: 1 | -1; skip: number; limit: number },
  ): Promise<CommentRecord[]> {
    return this.parts.comments
      .find(filter)
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
