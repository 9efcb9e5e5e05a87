import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { native } from '../../platform/db/native.js';
import type { Http } from '../../platform/http/http.js';
import type { RateLimiter } from '../../platform/http/rate-limit.js';
import type { CountedPosts } from '../posts/counted-posts.js';
import { CommentLikes } from './comment-likes.js';
import { CommentList, type CommentListParts } from './comment-list.js';
import { commentLikeModel, commentListingModel, commentModel } from './comment.model.js';
import { commentsRoutes } from './comments.routes.js';
import { CommentsService, type CommentsParts } from './comments.service.js';

export interface CommentsDeps {
  connection: Connection;
  countedPosts: CountedPosts;
  hydration: CommentListParts['hydration'];
  logRemoval: CommentsParts['logRemoval'];
  rateLimits: RateLimiter;
  now: () => Date;
  log: Logger;
}

export type Comments = ReturnType<typeof createComments>;

/** Comments of posts and their likes. */
export function createComments(deps: CommentsDeps) {
  const { connection, countedPosts, hydration, logRemoval, rateLimits, now, log } = deps;
  const models = {
    Comment: commentModel(connection),
    CommentLike: commentLikeModel(connection),
    CommentListing: commentListingModel(connection),
  };
  const comments = native(models.Comment);
  const likes = new CommentLikes({ comments, likes: native(models.CommentLike), now, log });
  const list = new CommentList({
    posts: countedPosts,
    comments,
    likes,
    listings: native(models.CommentListing),
    hydration,
    now,
  });
  const service = new CommentsService({ posts: countedPosts, comments, likes, list, logRemoval, now, log });
  return {
    models,
    list,
    service,
    likes,
    counters: likes.counters,
    routes: (http: Http) => commentsRoutes(http, { comments: service, list, rateLimits }),
  };
}
