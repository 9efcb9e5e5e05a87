/**
 * Exports for programs that write records without the API, such as the demo's seed command: models, and functions
 * that derive fields.
 */
export { boardModel, type BoardRecord } from './features/boards/board.model.js';
export { addToBoards } from './features/boards/seed-totals.js';
export {
  commentLikeModel,
  commentModel,
  commentRank,
  type CommentLikeRecord,
  type CommentRecord,
} from './features/comments/comment.model.js';
export { FeedPlaces, type NewPost } from './features/posts/feed-places.js';
export { Generations } from './features/orders/generations.js';
export { feedStateModel } from './features/orders/order.model.js';
export {
  postInteractionModel,
  type PostInteractionRecord,
} from './features/interactions/interaction.model.js';
export { notificationModel } from './features/notifications/notification.model.js';
export { createRecorder } from './features/notifications/recorder.js';
export { NO_COUNTS, postModel, type PostRecord } from './features/posts/post.model.js';
export { postTerms, tagKeys } from './features/posts/post-terms.js';
export { relationshipModel, type RelationshipRecord } from './features/people/relationship.model.js';
export { createPasswordHasher } from './features/sessions/password-hasher.js';
export { personTerms } from './features/users/people-terms.js';
export { userModel, type UserRecord } from './features/users/user.model.js';
export { createConfig } from './platform/config/config.js';
export { ConfigError, readEnv } from './platform/config/env.js';
export { prepareDatabase } from './migrations/prepare-database.js';
export { createConnection, openConnection } from './platform/db/connection.js';
export { isDuplicateKey } from './platform/db/duplicate-key.js';
export { PreparationError } from './platform/db/preparation-error.js';
export { native } from './platform/db/native.js';
