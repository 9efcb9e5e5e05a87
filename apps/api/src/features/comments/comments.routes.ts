import { createComment, deleteComment, listComments, toggleCommentLike } from '@social-feed/contracts';
import { Router } from 'express';
import type { Http } from '../../platform/http/http.js';
import type { RateLimit, RateLimiter } from '../../platform/http/rate-limit.js';
import { route } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { REACTIONS_LIMIT } from '../interactions/interactions.routes.js';
import { permissionDenied } from '../posts/posts.service.js';
import type { CommentList } from './comment-list.js';
import type { CommentsService } from './comments.service.js';

export interface CommentsRoutesDeps {
  comments: CommentsService;
  list: CommentList;
  rateLimits: RateLimiter;
}

/** The session decides who acts; a body that names somebody else is refused. */
function refuseForeign(viewer: Viewer, userId: string | undefined): void {
  if (userId !== undefined && userId.toLowerCase() !== viewer.id) throw permissionDenied();
}

const MINUTE = 60_000;
/** Enough for a lively talk, too few for filling a post. */
const COMMENTS_LIMIT: RateLimit = { name: 'comments', limit: 30, firstDay: 15, window: 5 * MINUTE };

/** Comments of posts. */
export function commentsRoutes(http: Http, { comments, list, rateLimits }: CommentsRoutesDeps): Router {
  const router = Router();

  route(http, router, listComments, ({ params, query, viewer }) =>
    list.page(params.postId, query, viewer?.id ?? null),
  );
  route(http, router, createComment, async ({ body, viewer }) => {
    refuseForeign(viewer, body.userId);
    await rateLimits.consumeForAccount(COMMENTS_LIMIT, viewer.id);
    return { message: 'Comment posted', data: await comments.create(viewer, body.postId, body.body) };
  });
  route(http, router, toggleCommentLike, async ({ params, body, viewer }) => {
    refuseForeign(viewer, body.userId);
    await rateLimits.consumeForAccount(REACTIONS_LIMIT, viewer.id);
    return { data: await comments.toggleLike(viewer, params.commentId) };
  });
  route(http, router, deleteComment, async ({ params, viewer }) => {
    await comments.remove(viewer, params.commentId);
    return { message: 'Comment deleted' };
  });
  return router;
}
