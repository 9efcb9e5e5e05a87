import {
  createPost,
  deletePost,
  getPost,
  listPosts,
  listPostsOfUser,
  randomPosts,
  updatePost,
} from '@social-feed/contracts';
import { Router } from 'express';
import type { AppContext } from '../../context.js';
import { route } from '../../platform/http/route.js';

/** Posts and lists of posts. Must be mounted after the feed, whose paths `/posts/:id` would catch. */
export function postsRoutes(ctx: AppContext): Router {
  const router = Router();
  const { posts, lists } = ctx.content;

  route(ctx, router, listPosts, ({ query, viewer }) => lists.list(query, viewer?.id ?? null));
  route(ctx, router, randomPosts, ({ query, viewer }) =>
    lists.list({ ...query, sortBy: 'random' }, viewer?.id ?? null),
  );
  route(ctx, router, listPostsOfUser, ({ params, query, viewer }) =>
    lists.ofUser(params.id, query, viewer?.id ?? null),
  );
  route(ctx, router, getPost, async ({ params, viewer }) => ({
    message: 'Post fetched',
    data: await posts.get(params.id, viewer),
  }));
  route(ctx, router, createPost, async ({ body, viewer }) => ({
    message: 'Post created',
    data: await posts.create(viewer, body),
  }));
  route(ctx, router, updatePost, async ({ params, body, viewer }) => ({
    message: 'Post updated',
    data: await posts.update(viewer, params.id, body),
  }));
  route(ctx, router, deletePost, async ({ params, viewer }) => {
    await posts.remove(viewer, params.id);
    return { message: 'Post deleted' };
  });
  return router;
}
