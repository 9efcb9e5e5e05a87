import {
  commentHistory,
  createComment,
  deleteComment,
  getComment,
  listComments,
  listReplies,
  toggleCommentLike,
  updateComment,
} from '@social-feed/contracts';
import { Router } from 'express';
import type { Types } from 'mongoose';
import { CountedFlags } from '../../platform/db/counted-flags.js';
import { Counters } from '../../platform/db/counters.js';
import { native } from '../../platform/db/native.js';
import { permissionDenied } from '../../platform/http/errors.js';
import type { Http } from '../../platform/http/http.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import { route } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { REACTIONS_LIMIT, type Like } from '../interactions/interactions.feature.js';
import { DETAILS_LIMIT, type Posts } from '../posts/posts.feature.js';
import { CommentCounts, type CommentCountsParts } from './comment-counts.js';
import { CommentList } from './comment-list.js';
import { CommentPresenter } from './comment-presenter.js';
import { CommentThreads } from './comment-threads.js';
import {
  commentLikeModel,
  commentListingModel,
  commentModel,
  commentRank,
  LIKED_COMMENT_PROJECTION,
  NO_REPLIES,
  type CommentLikeRecord,
  type LikedComment,
} from './comment.model.js';
import { CommentsService, type CommentsParts } from './comments.service.js';

const MINUTE = 60_000;
/** Enough for a lively talk, too few for filling a post. */
const COMMENTS_LIMIT: RateLimit = { name: 'comments', limit: 30, firstDay: 15, window: 5 * MINUTE };

export interface CommentsDeps extends Pick<
  Platform,
  'connection' | 'cursors' | 'rateLimits' | 'now' | 'log'
> {
  posts: Pick<Posts, 'counted' | 'assembler' | 'formerTexts'>;
  logRemoval: CommentsParts['logRemoval'];
  onComment: CommentCountsParts['onComment'];
  /** Is told of likes and of those that are taken back, once or several times. */
  onCommentLike: (like: Like) => Promise<unknown>;
}

export type Comments = ReturnType<typeof createComments>;

/** Comments of posts and their likes. */
export function createComments(deps: CommentsDeps) {
  const { connection, rateLimits, now, log } = deps;
  const { counted, assembler: hydration, formerTexts } = deps.posts;
  const comments = native(commentModel(connection));
  const likeRecords = native(commentLikeModel(connection));
  const counters = new Counters({
    collection: comments,
    find: (_id) => ({ _id, deletedAt: null }),
    projection: LIKED_COMMENT_PROJECTION,
    now,
  });
  const likes = new CountedFlags<'liked', LikedComment>({
    collection: likeRecords as never,
    target: 'comment',
    rules: { liked: { counter: 'likes', time: 'createdAt' } },
    counters: counters as never,
    // Its place in the smart order follows, unless a later like moves it.
    onCounted: ({ _id, likes: count, createdAt }) =>
      comments.updateOne(
        { _id, likes: count, ...NO_REPLIES },
        { $set: { rank: commentRank(count, createdAt) } },
      ),
    tell: async (document, _change, comment) => {
      if (comment === undefined) return;
      const { user, liked, updatedAt } = document as CommentLikeRecord;
      const { user: author, post } = comment;
      await deps.onCommentLike({ author, post, user, isLiked: liked, changedAt: updatedAt });
    },
    now,
    log,
  });
  const presenter = new CommentPresenter({ posts: counted, likes, hydration });
  const parts = { ...deps, posts: counted, presenter, comments, likes, likeRecords, formerTexts };
  const counts = new CommentCounts({ ...parts, counters });
  const threads = new CommentThreads(parts);
  const list = new CommentList({ ...parts, listings: native(commentListingModel(connection)) });
  const service = new CommentsService({ ...parts, counts });

  const routes = (http: Http): Router => {
    const router = Router();
    route(http, router, listComments, ({ params, query, viewer }) =>
      list.page(params.postId, query, viewer?.id ?? null),
    );
    route(http, router, createComment, async ({ body, viewer }) => {
      refuseForeign(viewer, body.userId);
      await rateLimits.consumeForAccount(COMMENTS_LIMIT, viewer.id);
      return {
        message: 'Comment posted',
        data: await service.create(viewer, body.postId, body.body, body.parent),
      };
    });
    route(http, router, updateComment, async ({ params, body, viewer }) => {
      refuseForeign(viewer, body.userId);
      await rateLimits.consumeForAccount(COMMENTS_LIMIT, viewer.id);
      const data = await service.update(viewer, params.commentId, body.body);
      return { message: 'Comment updated', data };
    });
    route(http, router, getComment, async ({ params, viewer, req }) => {
      await rateLimits.consumeForAddress(DETAILS_LIMIT, req);
      return threads.get(params.commentId, viewer?.id ?? null);
    });
    route(http, router, listReplies, async ({ params, query, viewer, req }) => {
      await rateLimits.consumeForAddress(DETAILS_LIMIT, req);
      return threads.replies(params.commentId, query, viewer?.id ?? null);
    });
    route(http, router, commentHistory, async ({ params, req }) => {
      await rateLimits.consumeForAddress(DETAILS_LIMIT, req);
      return { data: await threads.history(params.commentId) };
    });
    route(http, router, toggleCommentLike, async ({ params, body, viewer }) => {
      refuseForeign(viewer, body.userId);
      await rateLimits.consumeForAccount(REACTIONS_LIMIT, viewer.id);
      return { data: await service.toggleLike(viewer, params.commentId) };
    });
    route(http, router, deleteComment, async ({ params, viewer }) => {
      await service.remove(viewer, params.commentId);
      return { message: 'Comment deleted' };
    });
    return router;
  };

  return {
    list,
    service,
    counts,
    likes,
    counters,
    routes,
    /** Comments by id, whoever they are hidden from; those that are gone are left out. */
    stored: (ids: Types.ObjectId[]) =>
      comments
        .find(
          { _id: { $in: ids }, deletedAt: null, removedAt: null as never },
          { projection: { post: 1, body: 1, createdAt: 1 } },
        )
        .toArray(),
    exportOf: (user: Types.ObjectId) => ({
      comments: comments.find(
        { user },
        { projection: { post: 1, parent: 1, body: 1, createdAt: 1, editedAt: 1 } },
      ),
      commentLikes: likeRecords.find({ user }, { projection: { comment: 1, createdAt: 1 } }),
    }),
    deleteOf: (user: Types.ObjectId) => counts.removeOfUser(user),
  };
}

/** The session decides who acts; a body that names somebody else is refused. */
function refuseForeign(viewer: Viewer, userId: string | undefined): void {
  if (userId !== undefined && userId.toLowerCase() !== viewer.id) throw permissionDenied();
}
