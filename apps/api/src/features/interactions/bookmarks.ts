import { listBookmarks, type Post } from '@social-feed/contracts';
import { Router } from 'express';
import { Types } from 'mongoose';
import type { Native } from '../../platform/db/native.js';
import type { Http } from '../../platform/http/http.js';
import { pageOffset } from '../../platform/http/paging.js';
import { route } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { PostAssembler } from '../posts/post-assembler.js';
import type { PostRecord } from '../posts/post.model.js';
import { POST_PROJECTION } from '../posts/post.presenter.js';
import type { PostInteractionRecord } from './interaction.model.js';

/** Bookmarks beyond this number are not counted. */
const COUNTED_MAX = 10_000;

export interface BookmarkParts {
  interactions: Native<PostInteractionRecord>;
  posts: Native<PostRecord>;
  hydration: Pick<PostAssembler, 'posts'>;
}

/** The own bookmarks. Must be mounted before the posts, whose `/posts/:id` would catch `/posts/bookmarks`. */
export function bookmarksRoutes(http: Http, parts: BookmarkParts): Router {
  const router = Router();
  route(http, router, listBookmarks, ({ query, viewer }) => bookmarkedPosts(parts, viewer, query));
  return router;
}

/** The own bookmarked posts, latest bookmark first; those of suspended authors are left out of a page. */
async function bookmarkedPosts(
  { interactions, posts, hydration }: BookmarkParts,
  viewer: Viewer,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: Post[]; pagination: { currentPage: number; hasNext: boolean; totalPosts: number } }> {
  const user = new Types.ObjectId(viewer.id);
  const offset = pageOffset({ page, limit });
  const [totalPosts, saved] = await Promise.all([
    interactions.countDocuments({ user, saved: true }, { limit: COUNTED_MAX }),
    interactions
      .find({ user, saved: true }, { projection: { post: 1 } })
      .sort({ savedAt: -1 })
      .skip(offset)
      .limit(limit + 1)
      .toArray(),
  ]);
  const ids = saved.slice(0, limit).map(({ post }) => post);
  const found = await posts.find({ _id: { $in: ids } }, { projection: POST_PROJECTION }).toArray();
  const byId = new Map(found.map((post) => [post._id.toHexString(), post]));
  const inOrder = ids.flatMap((id) => byId.get(id.toHexString()) ?? []);
  return {
    data: await hydration.posts(inOrder, viewer.id),
    pagination: { currentPage: page, hasNext: saved.length > limit, totalPosts },
  };
}
