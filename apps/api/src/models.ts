import type { Connection, Model } from 'mongoose';
import { adminLogModel } from './features/admin/admin-log.model.js';
import { identityModel, oauthReturnModel } from './features/oauth/identity.model.js';
import { passwordResetModel } from './features/account/reset.model.js';
import { apiTokenModel } from './features/sessions/api-token.model.js';
import { sessionModel } from './features/sessions/session.model.js';
import { throttleModel } from './platform/http/throttle.model.js';
import { boardModel } from './features/boards/board.model.js';
import { commentLikeModel, commentListingModel, commentModel } from './features/comments/comment.model.js';
import { jobModel } from './platform/jobs/job.model.js';
import { leaseModel } from './platform/jobs/lease.model.js';
import { feedSeedModel, feedStateModel } from './features/feed/feed.model.js';
import { postInteractionModel } from './features/interactions/interaction.model.js';
import { mailModel } from './platform/mail/mail.model.js';
import { mediaFileModel } from './features/media/media-file.model.js';
import { postModel } from './features/posts/post.model.js';
import { idempotencyModel } from './platform/http/idempotency.model.js';
import { userModel } from './features/users/user.model.js';

/** Every collection of the service on one connection. A feature adds its models here. */
export const createModels = (connection: Connection) => ({
  User: userModel(connection),
  Session: sessionModel(connection),
  ApiToken: apiTokenModel(connection),
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
  Lease: leaseModel(connection),
  Job: jobModel(connection),
});
export type Models = ReturnType<typeof createModels>;

export const listModels = (models: Models) => Object.values(models) as unknown as Model<never>[];
