import type { Connection, Model } from 'mongoose';
import { adminLogModel } from './admin/admin-log.model.js';
import { identityModel, oauthReturnModel } from './auth/oauth/identity.model.js';
import { passwordResetModel } from './auth/reset.model.js';
import { accountDeletionModel } from './auth/account-deletion.model.js';
import { apiTokenModel } from './auth/api-token.model.js';
import { sessionModel } from './auth/session.model.js';
import { throttleModel } from './http/throttle.model.js';
import { boardModel } from './boards/board.model.js';
import { commentLikeModel, commentListingModel, commentModel } from './comments/comment.model.js';
import { leaseModel } from './db/lease.model.js';
import { feedSeedModel, feedStateModel } from './feed/feed.model.js';
import { intentModel } from './interactions/intent.model.js';
import { postInteractionModel } from './interactions/interaction.model.js';
import { mailModel } from './mail/mail.model.js';
import { mediaFileModel } from './media/media-file.model.js';
import { postModel } from './posts/post.model.js';
import { idempotencyModel } from './http/idempotency.model.js';
import { userModel } from './users/user.model.js';

/** Every collection of the service on one connection. A feature adds its models here. */
export const createModels = (connection: Connection) => ({
  User: userModel(connection),
  Session: sessionModel(connection),
  ApiToken: apiTokenModel(connection),
  AccountDeletion: accountDeletionModel(connection),
  Identity: identityModel(connection),
  OAuthReturn: oauthReturnModel(connection),
  PasswordReset: passwordResetModel(connection),
  Mail: mailModel(connection),
  Board: boardModel(connection),
  AdminLog: adminLogModel(connection),
  MediaFile: mediaFileModel(connection),
  Throttle: throttleModel(connection),
  Idempotency: idempotencyModel(connection),
  Post: postModel(connection),
  PostInteraction: postInteractionModel(connection),
  Comment: commentModel(connection),
  CommentLike: commentLikeModel(connection),
  CommentListing: commentListingModel(connection),
  FeedState: feedStateModel(connection),
  FeedSeed: feedSeedModel(connection),
  CounterIntent: intentModel(connection),
  Lease: leaseModel(connection),
});
export type Models = ReturnType<typeof createModels>;

export const listModels = (models: Models) => Object.values(models) as unknown as Model<never>[];
