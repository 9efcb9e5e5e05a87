export type { DemoOptions, MediaItem } from './types.js';
export { DEMO_EPOCH, DEMO_PEOPLE, DEMO_POSTS, personAt } from './people.js';
export { followersOf, followsOf } from './follows.js';
export { postAt } from './posts.js';
export { commentAt } from './comments.js';
export { reactionsOf } from './reactions.js';
export { mediaUrl } from './media.js';
