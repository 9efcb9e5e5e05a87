export { runReaction } from './model/run-reaction';
export { countShare, sharePost } from './model/share-post';
export { trackView } from './model/track-view';
