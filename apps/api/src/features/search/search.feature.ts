import { searchPeople, searchTags } from '@social-feed/contracts';
import { Router } from 'express';
import type { Http } from '../../platform/http/http.js';
import { route } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import type { Posts } from '../posts/posts.feature.js';
import type { Users } from '../users/users.feature.js';
import { LOOK_UPS_LIMIT } from '../users/users.routes.js';

export interface SearchDeps extends Pick<Platform, 'rateLimits'> {
  users: Pick<Users, 'findPeople'>;
  posts: Pick<Posts, 'tags'>;
}

/** Search for people and tags; posts are found by `GET /posts?q=`. */
export const createSearch = ({ users, posts, rateLimits }: SearchDeps) => ({
  routes(http: Http): Router {
    const router = Router();
    route(http, router, searchPeople, async ({ query, req }) => {
      await rateLimits.consumeForAddress(LOOK_UPS_LIMIT, req);
      return users.findPeople(query);
    });
    route(http, router, searchTags, ({ query }) => posts.tags(query));
    return router;
  },
});
