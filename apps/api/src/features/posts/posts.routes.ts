import {
  createPost,
  deletePost,
  getPost,
  listPosts,
  listPostsOfUser,
  randomPosts,
  updatePost,
} from '@social-feed/contracts';
import type { Router } from 'express';
import type { Http } from '../../platform/http/http.js';
import type { RateLimiter } from '../../platform/http/rate-limit.js';
import { route } from '../../platform/http/route.js';
import type { PostLists } from './post-lists.js';
import type { PostsService } from './posts.service.js';

interface PostsRoutesDeps {
  service: PostsService;
  lists: PostLists;
  rateLimits: Pick<RateLimiter, 'consumeForAccount'>;
}

const MINUTE = 60_000;
/** So much one account posts, less on its first day. */
const POSTS_LIMIT = { name: 'posts', limit: 10, firstDay: 5, window: 10 * MINUTE };
const POSTS_A_DAY_LIMIT = { name: 'posts-a-day', limit: 200, firstDay: 30, window: 24 * 60 * MINUTE };

/** Mounts posts and lists of posts, after the feed, whose paths `/posts/:id` would catch. */
export function mountPosts(
  http: Http,
  router: Router,
  { service, lists, rateLimits }: PostsRoutesDeps,
): Router {
  route(http, router, listPosts, ({ query, viewer }) => lists.list(query, viewer?.id ?? null));
  route(http, router, randomPosts, ({ query, viewer }) =>
    lists.list({ ...query, sortBy: 'random' }, viewer?.id ?? null),
  );
  route(http, router, listPostsOfUser, ({ params, query, viewer }) =>
    lists.ofUser(params.id, query, viewer?.id ?? null),
  );
  route(http, router, getPost, async ({ params, viewer }) => ({
    message: 'Post fetched',
    data: await service.get(params.id, viewer),
  }));
  route(http, router, createPost, async ({ body, viewer }) => {
    await rateLimits.consumeForAccount(POSTS_LIMIT, viewer.id);
    await rateLimits.consumeForAccount(POSTS_A_DAY_LIMIT, viewer.id);
    return { message: 'Post created', data: await service.create(viewer, body) };
  });
  route(http, router, updatePost, async ({ params, body, viewer }) => ({
    message: 'Post updated',
    data: await service.update(viewer, params.id, body),
  }));
  route(http, router, deletePost, async ({ params, viewer }) => {
    await service.remove(viewer, params.id);
    return { message: 'Post deleted' };
  });
  return router;
}
