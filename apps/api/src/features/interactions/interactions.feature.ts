import type { Connection, Types } from 'mongoose';
import type { Logger } from 'pino';
import { native, type Native } from '../../platform/db/native.js';
import type { Http } from '../../platform/http/http.js';
import type { RateLimiter } from '../../platform/http/rate-limit.js';
import type { CountedPosts } from '../posts/counted-posts.js';
import type { PostRecord } from '../posts/post.model.js';
import { bookmarksRoutes, type BookmarkParts } from './bookmarks.js';
import { CountedFlags } from './counted-flags.js';
import { postInteractionModel } from './interaction.model.js';
import { interactionsRoutes } from './interactions.routes.js';
import { PostAnalyticsService } from './post-analytics.service.js';
import { ReactionsService } from './reactions.service.js';
import { ViewsService } from './views.service.js';

export interface InteractionsDeps {
  connection: Connection;
  posts: Native<PostRecord>;
  countedPosts: CountedPosts;
  hydration: BookmarkParts['hydration'];
  rateLimits: RateLimiter;
  now: () => Date;
  log: Logger;
}

export type Interactions = ReturnType<typeof createInteractions>;

/** What users do with posts: reactions, pins, bookmarks and views, and the figures made of them. */
export function createInteractions(deps: InteractionsDeps) {
  const { posts, countedPosts, hydration, rateLimits, now, log } = deps;
  const models = { PostInteraction: postInteractionModel(deps.connection) };
  const interactions = native(models.PostInteraction);
  const flags = new CountedFlags({ interactions, posts: countedPosts, now, log });
  const reactions = new ReactionsService({ posts: countedPosts, counted: flags });
  const views = new ViewsService({ posts: countedPosts, counted: flags });
  const analytics = new PostAnalyticsService({ posts, interactions, now });
  return {
    models,
    flags,
    reactions,
    views,
    /** Must be mounted before the posts, whose `/posts/:id` would catch `/posts/bookmarks`. */
    bookmarks: (http: Http) => bookmarksRoutes(http, { interactions, posts, hydration }),
    routes: (http: Http) => interactionsRoutes(http, { reactions, views, analytics, rateLimits }),
    /** The latest bookmarks of a user. */
    bookmarkIds: async (user: Types.ObjectId, most: number): Promise<Types.ObjectId[]> => {
      const saved = await interactions
        .find({ user, saved: true }, { projection: { post: 1 } })
        .sort({ savedAt: -1 })
        .limit(most)
        .toArray();
      return saved.map(({ post }) => post);
    },
  };
}
