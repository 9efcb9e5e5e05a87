import { searchPeople, searchTags } from '@social-feed/contracts';
import type { Mount } from '../../platform/http/route.js';
import type { Posts } from '../posts/posts.feature.js';
import { LOOK_UPS_LIMIT, type Users } from '../users/users.feature.js';

/** Search for people and tags; posts are found by `GET /posts?q=`. */
export const createSearch = (users: Pick<Users, 'findPeople'>, posts: Pick<Posts, 'tags'>) => ({
  routes(mount: Mount): void {
    mount(searchPeople, { perAddress: LOOK_UPS_LIMIT }, ({ query }) => users.findPeople(query));
    mount(searchTags, ({ query }) => posts.tags(query));
  },
});
