import * as contracts from '@social-feed/contracts';
import { Types } from 'mongoose';
import { createCounters } from '../../platform/events/counters.js';
import { createUserFlags } from '../../platform/events/user-flags.js';
import { collectionOf } from '../../platform/db/collection-of.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Order } from '../../platform/http/paging.js';
import type { Mount } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { DAY, HOUR, MINUTE } from '../../platform/time.js';
import type { Posts } from '../../content/posts/posts.feature.js';
import type { BoardStore } from '../../community/boards/board-store.js';
import type { EventOutbox } from '../../community/events.js';
import { REACTIONS_LIMIT } from '../../content/reactions-limit.js';
import { POST_FLAGS, postInteractionModel } from '../../content/posts/interaction.model.js';
import { collectionModel } from './collection.model.js';
import { BOOKMARKS_ORDER, bookmarkIds, pageOfBookmarks, type Bookmarks } from './bookmarks.js';
import { createCollectedPosts } from './collected-posts.js';
import { createFolding } from './folding.js';
import { createPostAnalytics } from './post-analytics.js';
import { createReactionsService } from './reactions.service.js';
import { createSavedCounters } from './saved-numbers.js';

/** 2,400 view reports an hour, 1,200 on an account's first day; a report may contain 50 views. */
const VIEWS_LIMIT: RateLimit = { name: 'views', limit: 120, firstDay: 60, every: 20, window: HOUR };
/** Likes of a post, latest first. */
const LIKES_ORDER: Order = { likedAt: -1, _id: -1 };

/** The job that folds old views. */
const FOLDING = 'view-folding';

export interface InteractionsDeps extends Pick<Platform, 'connection' | 'jobs' | 'readPage' | 'now'> {
  outbox: Pick<EventOutbox, 'source'>;
  boardStore: Pick<BoardStore, 'counters' | 'addToNew' | 'savedOf'>;
  posts: Pick<Posts, 'counted' | 'lists' | 'assembler' | 'seen' | 'folded'>;
}

export type Interactions = ReturnType<typeof createInteractions>;

interface InteractionRoutes extends Bookmarks {
  counted: Posts['counted'];
  reactions: ReturnType<typeof createReactionsService>;
  analytics: Pick<ReturnType<typeof createPostAnalytics>, 'read'>;
}

/**
 * Mounts bookmarks, reactions, pins, views and post analytics. Mount it before the posts, whose `/posts/:id`
 * would match some of these routes.
 */
function mountInteractions(parts: InteractionRoutes, mount: Mount): void {
  const { counted, reactions, analytics } = parts;
  mount(contracts.listBookmarks, ({ query, viewer }) => pageOfBookmarks(parts, viewer.id, query));
  const reacting = { perAccount: REACTIONS_LIMIT };
  const toggling = {
    ...reacting,
    beforeReplay: ({ params }: { params: { id: string } }) =>
      counted.getVisible(new Types.ObjectId(params.id)),
  };
  const viewing = { perAccount: VIEWS_LIMIT };
  mount(contracts.react, reacting, async ({ params, body: { type, action }, viewer }) => ({
    data: await (type === 'pin'
      ? reactions.pin(viewer, params.id, action)
      : reactions.react(viewer, params.id, type, action)),
  }));
  mount(contracts.togglePin, toggling, async ({ params, viewer }) => {
    const data = await reactions.pin(viewer, params.id);
    return { message: data.isPinned ? 'Post pinned' : 'Post unpinned', data };
  });
  mount(contracts.toggleBookmark, toggling, async ({ params, viewer }) => {
    const data = await reactions.react(viewer, params.id, 'save');
    return { message: data.isBookmarked ? 'Bookmark added' : 'Bookmark removed', data };
  });
  mount(contracts.toggleLike, toggling, async ({ params, viewer }) => ({
    data: await reactions.react(viewer, params.id, 'like'),
  }));
  mount(contracts.toggleDislike, toggling, async ({ params, viewer }) => ({
    data: await reactions.react(viewer, params.id, 'dislike'),
  }));
  mount(contracts.getInteractionStatus, async ({ params, viewer }) => ({
    data: await reactions.status(viewer, params.id),
  }));
  mount(contracts.batchViews, viewing, async ({ body, viewer }) => ({
    data: { results: await reactions.trackViews(viewer, body.postViews) },
  }));
  mount(contracts.trackView, viewing, async ({ params, body, viewer }) => {
    const { message, ...data } = await reactions.trackView(viewer, params.id, body);
    return { message, data };
  });
  mount(contracts.postAnalytics, async ({ params, viewer }) => ({
    data: await analytics.read(viewer, params.id),
  }));
}

/** Creates the interactions feature: reactions, pins, bookmarks, views, and their analytics. */
export function createInteractions(deps: InteractionsDeps) {
  const { outbox, jobs, now } = deps;
  const { counted, seen, folded } = deps.posts;
  const interactions = collectionOf(postInteractionModel(deps.connection));
  const sizes = createCounters({
    collection: collectionOf(collectionModel(deps.connection)),
    projection: { _id: 1 },
    now,
  });
  const flags = createUserFlags({
    collection: interactions,
    target: 'post',
    rules: POST_FLAGS,
    counters: counted.counters,
    own: { types: ['saved'], counters: createSavedCounters(deps.boardStore, sizes) },
    outbox,
    types: ['like', 'dislike', 'save', 'share', 'view'],
    payloads: {
      like: ({ post, user, liked, updatedAt }, { delta }, counted) =>
        delta['likes'] && counted
          ? { author: counted.user, post, user, isLiked: liked, changedAt: updatedAt }
          : undefined,
    },
    now,
  });
  const bookmarks = { ...deps, interactions };
  const reactions = createReactionsService({ counted, seen, userFlags: flags });
  const folding = createFolding({ interactions, seen, posts: folded, now });
  jobs.define(FOLDING, { every: DAY, timeLimit: 10 * MINUTE }, async (_nothing: object, { signal }) =>
    (await folding.run(signal)) ? { runAt: now() } : undefined,
  );
  const analytics = createPostAnalytics({ posts: counted, interactions, now });

  return {
    flags,
    reactions,
    routes: (mount: Mount) => mountInteractions({ ...bookmarks, counted, reactions, analytics }, mount),
    BOOKMARKS_ORDER,
    collected: createCollectedPosts({ interactions, deliver: flags.deliverOwn, now }),
    /** Views and likes of posts by UTC day since a time. */
    daysOfPosts: analytics.daysOfPosts,
    LIKES_ORDER,
    /** Users who like a post, in a range of `LIKES_ORDER`. */
    likesOf: (post: Types.ObjectId, range: object) =>
      interactions.find({ post, liked: true, ...range }, { projection: { user: 1, likedAt: 1 } }),
    exportOf: (user: Types.ObjectId) => ({
      interactions: interactions.find({ user }, { projection: { user: 0, pending: 0 } }),
      seenPosts: seen.exportOf(user),
    }),
    removeOfPost: (post: Types.ObjectId) => flags.removeOf(post),
    deleteOf: async (user: Types.ObjectId) => {
      await folding.unfold(user);
      await flags.removeOfUser(user);
    },
    /** Those of these posts that a user has saved, in hex. */
    savedAmong: async (user: Types.ObjectId, posts: Types.ObjectId[]): Promise<ReadonlySet<string>> => {
      const saved = interactions.find(
        { post: { $in: posts }, user, saved: true },
        { projection: { post: 1 } },
      );
      return new Set((await saved.toArray()).map(({ post }) => post.toHexString()));
    },
    bookmarkIds: (user: Types.ObjectId, most: number) => bookmarkIds(bookmarks, user, most),
  };
}
