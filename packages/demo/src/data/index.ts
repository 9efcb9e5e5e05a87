export type {
  DemoComment,
  DemoCounts,
  DemoFollow,
  DemoOptions,
  DemoPerson,
  DemoPost,
  DemoReaction,
  Language,
  MediaItem,
  TopicName,
} from './types.js';
export { LANGUAGES, TOPICS } from './types.js';
export { DEMO_EPOCH, DEMO_PEOPLE, DEMO_POSTS, DEMO_SEED, HISTORY_DAYS, personAt } from './people.js';
export { followersOf, followsOf } from './follows.js';
export { postAt } from './posts.js';
export { commentAt, commentCountOf, MOST_COMMENTS } from './comments.js';
export { reactionDensity, reactionsOf } from './reactions.js';
export { avatars, clips, covers, mediaManifest, mediaUrl, pictures } from './media.js';
