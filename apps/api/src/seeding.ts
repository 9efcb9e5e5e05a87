/**
 * Exports for programs that write records without the API, such as the demo's seed command: models, and functions
 * that derive fields.
 */
export { boardModel, type BoardRecord } from './community/boards/board.model.js';
export { addToBoards, countSaved } from './reading/boards/seed-totals.js';
export {
  commentLikeModel,
  commentModel,
  commentRank,
  type CommentLikeRecord,
  type CommentRecord,
} from './content/comments/comment.model.js';
export { createPostPositions, type NewPost, type PostPositions } from './content/posts/post-positions.js';
export { createGenerations, type Generations } from './order/feed-order/generations.js';
export { feedStateModel } from './order/feed-order/order.model.js';
export { postInteractionModel, type PostInteractionRecord } from './content/posts/interaction.model.js';
export { notificationModel } from './community/inboxes/notification.model.js';
export { createInboxes } from './community/inboxes/inboxes.feature.js';
export { createNotificationWriter } from './reading/notifications/notification-writer.js';
export { NO_COUNTS, postModel, type PostRecord } from './content/posts/post.model.js';
export { postTerms, tagKeys } from './content/posts/post-terms.js';
export { relationshipModel, type RelationshipRecord } from './community/relations/relationship.model.js';
export { createPasswordHasher } from './identity/sessions/password-hasher.js';
export { personTerms } from './community/users/people-terms.js';
export { userModel, type UserRecord } from './community/users/user.model.js';
export { createConfig } from './platform/config/config.js';
export { ConfigError, readEnv } from './platform/config/env.js';
export { prepareDatabase } from './migrations/prepare-database.js';
export { createConnection, openConnection } from './platform/db/connection.js';
export { isDuplicateKey } from './platform/db/duplicate-key.js';
export { PreparationError } from './platform/db/preparation-error.js';
export { collectionOf } from './platform/db/collection-of.js';
