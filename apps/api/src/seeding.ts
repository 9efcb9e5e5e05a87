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
export { createFeedPositions, type FeedPositions, type NewPost } from './features/posts/feed-positions.js';
export { createGenerations, type Generations } from './features/feed-order/generations.js';
export { feedStateModel } from './features/feed-order/order.model.js';
export {
  postInteractionModel,
  type PostInteractionRecord,
} from './features/interactions/interaction.model.js';
export { notificationModel } from './features/notifications/notification.model.js';
export { createNotificationWriter } from './features/notifications/notification-writer.js';
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
export { collectionOf } from './platform/db/collection-of.js';
