import * as contracts from '@social-feed/contracts';
import { Types } from 'mongoose';
import { createCounters } from '../../platform/events/counters.js';
import { createUserFlags } from '../../platform/events/user-flags.js';
import { collectionOf, type Collection } from '../../platform/db/collection-of.js';
import { refuseOthers } from '../../platform/http/errors.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Mount, RouteOptions } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { MINUTE } from '../../platform/time.js';
import type { EventOutbox } from '../../community/events.js';
import { REACTIONS_LIMIT } from '../reactions-limit.js';
import type { Posts } from '../posts/posts.feature.js';
import { DETAILS_LIMIT } from '../posts/posts.routes.js';
import { createWordReports, type WordReportsDeps } from '../posts/word-reports.js';
import { createCommentCounts, textsOf, type Holder } from './comment-counts.js';
import { createCommentGaps } from './comment-gaps.js';
import { createCommentRanking, type CommentRanking } from './comment-ranking.js';
import { createCommentList } from './comment-list.js';
import { createCommentPresenter } from './comment-presenter.js';
import {
  commentLikeModel,
  commentListingModel,
  commentModel,
  commentRank,
  LIKED_COMMENT_PROJECTION,
  NO_REPLIES,
  type CommentLikeRecord,
  type CommentRecord,
} from './comment.model.js';
import { createCommentsService } from './comments.service.js';

/** Enough for a lively discussion, too few to flood a post. */
const COMMENTS_LIMIT: RateLimit = { name: 'comments', limit: 30, firstDay: 15, window: 5 * MINUTE };

export interface CommentsDeps extends Pick<Platform, 'connection' | 'readPage' | 'now'> {
  posts: Pick<Posts, 'counted' | 'assembler' | 'formerTexts' | 'commentRules'>;
  outbox: Pick<EventOutbox, 'source' | 'publish'>;
  instance: WordReportsDeps['instance'];
}

export type Comments = ReturnType<typeof createComments>;

interface LikesDeps extends Pick<CommentsDeps, 'outbox' | 'now'> {
  comments: Collection<CommentRecord>;
  ranking: Pick<CommentRanking, 'forget'>;
}

/** Creates the likes of comments, which move comments in the smart order. */
function createLikes({ comments, ranking, outbox, now }: LikesDeps, records: Collection<CommentLikeRecord>) {
  // A removed comment that stays for its replies accepts no likes.
  const likeCounters = createCounters({
    projection: LIKED_COMMENT_PROJECTION,
    collection: comments,
    find: (_id) => ({ _id, deletedAt: null, removedAt: null }),
    now,
  });
  return createUserFlags({
    collection: records,
    target: 'comment',
    rules: { liked: { counter: 'likes', time: 'createdAt' } },
    counters: likeCounters,
    // Updates the position in the smart order, unless a later like moves it.
    onCounted: async ({ _id, post, likes: count, createdAt }) => {
      await comments.updateOne(
        { _id, likes: count, ...NO_REPLIES },
        { $set: { rank: commentRank(count, createdAt) } },
      );
      ranking.forget(post);
    },
    outbox,
    types: ['commentLike'],
    payloads: {
      commentLike: ({ user, liked, updatedAt }, _event, comment) =>
        comment && { author: comment.user, post: comment.post, user, isLiked: liked, changedAt: updatedAt },
    },
    now,
  });
}

interface CommentRoutes {
  posts: Posts['counted'];
  list: ReturnType<typeof createCommentList>;
  service: ReturnType<typeof createCommentsService>;
}

function mountComments({ posts, list, service }: CommentRoutes, mount: Mount): void {
  mount(contracts.listComments, ({ params, query, viewer }) =>
    list.page(params.postId, query, viewer?.id ?? null),
  );
  const creating: RouteOptions<typeof contracts.createComment> = {
    perAccount: COMMENTS_LIMIT,
    beforeReplay: ({ body }) => posts.getVisible(new Types.ObjectId(body.postId)),
  };
  mount(contracts.createComment, creating, async ({ body, viewer }) => {
    refuseOthers(viewer, body.userId);
    const data = await service.create(viewer, body.postId, body.body, body.parent);
    return { message: 'Comment posted', data };
  });
  mount(contracts.updateComment, { perAccount: COMMENTS_LIMIT }, async ({ params, body, viewer }) => {
    refuseOthers(viewer, body.userId);
    const data = await service.update(viewer, params.commentId, body.body);
    return { message: 'Comment updated', data };
  });
  const details = { perAddress: DETAILS_LIMIT };
  mount(contracts.getComment, details, ({ params, viewer }) =>
    service.get(params.commentId, viewer?.id ?? null),
  );
  mount(contracts.listReplies, details, ({ params, query, viewer }) =>
    service.replies(params.commentId, query, viewer?.id ?? null),
  );
  mount(contracts.commentHistory, details, async ({ params }) => ({
    data: await service.history(params.commentId),
  }));
  const liking: RouteOptions<typeof contracts.toggleCommentLike> = {
    perAccount: REACTIONS_LIMIT,
    beforeReplay: ({ params }) => service.shownAuthor(params.commentId),
  };
  mount(contracts.toggleCommentLike, liking, async ({ params, body, viewer }) => {
    refuseOthers(viewer, body.userId);
    return { data: await service.toggleLike(viewer, params.commentId) };
  });
  mount(contracts.deleteComment, async ({ params, viewer }) => {
    await service.remove(viewer, params.commentId);
    return { message: 'Comment deleted' };
  });
}

/** Creates the comments feature: comments of posts and their likes. */
export function createComments(deps: CommentsDeps) {
  const { connection, now } = deps;
  const { counted: posts, assembler: hydration, formerTexts, commentRules } = deps.posts;
  const comments = collectionOf(commentModel(connection));
  const likeRecords = collectionOf(commentLikeModel(connection));
  const counters = createCounters({
    projection: LIKED_COMMENT_PROJECTION,
    collection: comments,
    find: (_id) => ({ _id, deletedAt: null }),
    now,
  });
  const ranking = createCommentRanking(comments, now);
  const likes = createLikes({ ...deps, comments, ranking }, likeRecords);
  const presenter = createCommentPresenter({ posts, likes, hydration });
  const words = createWordReports<Holder>({
    ...deps,
    collection: comments as unknown as Collection<Holder>,
    textOf: ({ _id, user, body, deletedAt, removedAt }) =>
      deletedAt || removedAt ? undefined : { kind: 'comment', target: _id, user, ...textsOf(body) },
  });
  const parts = { ...deps, posts, presenter, comments, likes, likeRecords, formerTexts, commentRules, words };
  const gaps = createCommentGaps(connection, now);
  const counts = createCommentCounts({ ...parts, counters, gaps, ranking });
  const list = createCommentList({
    ...parts,
    gaps,
    ranking,
    listings: collectionOf(commentListingModel(connection)),
  });
  const service = createCommentsService({ ...parts, counts });

  return {
    list,
    service,
    counts,
    likes,
    routes: (mount: Mount) => mountComments({ posts, list, service }, mount),
    /** Comments by id, without a visibility check; deleted ones are left out. */
    stored: async (ids: Types.ObjectId[]) => {
      if (ids.length === 0) return [];
      const found = comments.find(
        { _id: { $in: ids }, deletedAt: null, removedAt: null },
        { projection: { post: 1, user: 1, parent: 1, body: 1, createdAt: 1 } },
      );
      return found.toArray();
    },
    exportOf: (user: Types.ObjectId) => ({
      comments: comments.find(
        { user },
        { projection: { post: 1, parent: 1, body: 1, createdAt: 1, editedAt: 1 } },
      ),
      commentLikes: likeRecords.find({ user, liked: true }, { projection: { comment: 1, createdAt: 1 } }),
    }),
    removeOfPost: (post: Types.ObjectId) => counts.removeOfPost(post),
    deleteOf: (user: Types.ObjectId) => counts.removeOfUser(user),
  };
}
