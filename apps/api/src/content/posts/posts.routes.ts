import * as contracts from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { Config } from '../../platform/config/config.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Mount } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { DAY, HOUR, MINUTE } from '../../platform/time.js';
import type { createPostLists } from './post-lists.js';
import type { createPostRemovals } from './post-removals.js';
import type { createPostSettings } from './post-settings.js';
import type { createPostsService } from './posts.service.js';
import { findTags, type TagsDeps } from './tags.js';

/** Number of posts one account may write; fewer on its first day. */
export const createLimits = ({ perTenMinutes, perDay }: Config['posts']): RateLimit[] => [
  { name: 'posts', limit: perTenMinutes, firstDay: Math.min(5, perTenMinutes), window: 10 * MINUTE },
  { name: 'posts-a-day', limit: perDay, firstDay: Math.min(30, perDay), window: DAY },
];
const SETTINGS_LIMIT = { name: 'post-settings', limit: 60, firstDay: 30, window: HOUR };
const EDITS_LIMIT = { name: 'post-edits', limit: 60, firstDay: 20, window: HOUR };

/**
 * 3,000 reads an hour of former texts, single comments, replies and user lists, which are read less often than a
 * feed.
 */
export const DETAILS_LIMIT: RateLimit = { name: 'details', limit: 150, every: 20, window: HOUR };

interface PostRoutes extends Pick<Platform, 'config' | 'readPage'>, TagsDeps {
  lists: Pick<ReturnType<typeof createPostLists>, 'list' | 'ofUser'>;
  service: ReturnType<typeof createPostsService>;
  removals: Pick<ReturnType<typeof createPostRemovals>, 'remove'>;
  settings: ReturnType<typeof createPostSettings>;
}

/** Mount this after the feed, whose paths `/posts/:id` would match. */
export function mountPosts(parts: PostRoutes, mount: Mount): void {
  const { lists, service, removals, settings } = parts;
  mount(contracts.listPosts, ({ query, viewer }) => lists.list(query, viewer?.id ?? null));
  mount(contracts.randomPosts, ({ query, viewer }) =>
    lists.list({ ...query, sortBy: 'random' }, viewer?.id ?? null),
  );
  mount(contracts.listPostsOfUser, ({ params, query, viewer }) =>
    lists.ofUser(params.id, query, viewer?.id ?? null),
  );
  mount(contracts.searchTags, ({ query }) => findTags(parts, query));
  mount(contracts.getPostSettings, { perAddress: DETAILS_LIMIT }, async ({ viewer }) => ({
    data: await settings.of(new Types.ObjectId(viewer.id)),
  }));
  mount(contracts.updatePostSettings, { perAccount: SETTINGS_LIMIT }, async ({ body, viewer }) => ({
    data: await settings.change(new Types.ObjectId(viewer.id), body),
  }));
  mount(contracts.getPost, async ({ params, viewer }) => ({
    message: 'Post fetched',
    data: await service.get(params.id, viewer),
  }));
  mount(contracts.postHistory, { perAddress: DETAILS_LIMIT }, async ({ params }) => ({
    data: await service.history(params.id),
  }));
  mount(contracts.createPost, { perAccount: createLimits(parts.config.posts) }, async ({ body, viewer }) => ({
    message: 'Post created',
    data: await service.create(viewer, body),
  }));
  mount(contracts.updatePost, { perAccount: EDITS_LIMIT }, async ({ params, body, viewer }) => ({
    message: 'Post updated',
    data: await service.update(viewer, params.id, body),
  }));
  mount(contracts.removeLinkCard, { perAccount: EDITS_LIMIT }, async ({ params, viewer }) => ({
    message: 'Link card removed',
    data: await service.removeCard(viewer, params.id),
  }));
  mount(contracts.deletePost, async ({ params, viewer }) => {
    await removals.remove(viewer, params.id);
    return { message: 'Post deleted' };
  });
}
