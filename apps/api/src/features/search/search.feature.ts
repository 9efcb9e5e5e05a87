import { searchPeople, searchTags } from '@social-feed/contracts';
import { Router } from 'express';
import type { Http } from '../../platform/http/http.js';
import { route } from '../../platform/http/route.js';
import type { Posts } from '../posts/posts.feature.js';
import type { Users } from '../users/users.feature.js';

export interface SearchDeps {
  users: Pick<Users, 'findPeople'>;
  posts: Pick<Posts, 'countTags'>;
}

export type Search = ReturnType<typeof createSearch>;

/** Search for people and tags; posts are found by `GET /posts?q=`. */
export const createSearch = ({ users, posts }: SearchDeps) => ({
  routes(http: Http): Router {
    const router = Router();
    route(http, router, searchPeople, ({ query }) => users.findPeople(query));
    route(http, router, searchTags, ({ query }) => posts.countTags(query));
    return router;
  },
});
