import type { Connection } from 'mongoose';
import { emailProofModel, passwordResetModel } from '../features/account/code.models.js';
import { adminLogModel } from '../features/admin/admin-log.js';
import { appealModel } from '../features/appeals/appeal.model.js';
import { boardModel } from '../features/boards/board.model.js';
import { collectionModel } from '../features/collections/collection.model.js';
import { commentLikeModel, commentListingModel, commentModel } from '../features/comments/comment.model.js';
import { draftModel } from '../features/drafts/draft.model.js';
import { challengeModel, factorModel } from '../features/factors/factor.model.js';
import { dayChainModel } from '../features/feed-order/day-chain.model.js';
import { feedSeedModel, feedStateModel } from '../features/feed-order/order.model.js';
import { figuresModel } from '../features/figures/figures.model.js';
import { postInteractionModel } from '../features/interactions/interaction.model.js';
import { mediaFileModel } from '../features/media/media-file.model.js';
import { remotePictureModel } from '../features/media/remote-picture.model.js';
import { notificationModel } from '../features/notifications/notification.model.js';
import { notificationSettingsModel } from '../features/notifications/settings.js';
import { identityModel } from '../features/oauth/identity.model.js';
import { relationshipModel } from '../features/people/relationship.model.js';
import { formerTextModel } from '../features/posts/former-texts.js';
import { postModel } from '../features/posts/post.model.js';
import { applicationModel } from '../features/registration/applications.js';
import { invitationModel } from '../features/registration/invitations.js';
import { usedProofModel } from '../features/registration/proof.js';
import { refusalModel } from '../features/registration/refusals.js';
import { reportCaseModel, reportModel } from '../features/reports/report.model.js';
import { apiTokenModel } from '../features/sessions/api-tokens.js';
import { securityLogModel } from '../features/sessions/security-log.js';
import { sessionModel } from '../features/sessions/session.model.js';
import { formerEmailModel } from '../features/users/former-emails.js';
import { handModel } from '../features/today/hand.model.js';
import { userModel } from '../features/users/user.model.js';
import { idempotencyModel } from '../platform/http/idempotency.js';
import { throttleModel } from '../platform/http/rate-limit.js';
import { jobModel } from '../platform/jobs/job.model.js';
import { mailModel } from '../platform/mail/mailer.js';

/** The models, for access without the API. */
export const modelsOf = (connection: Connection) => ({
  User: userModel(connection),
  Session: sessionModel(connection),
  ApiToken: apiTokenModel(connection),
  Factor: factorModel(connection),
  Challenge: challengeModel(connection),
  SecurityLog: securityLogModel(connection),
  Identity: identityModel(connection),
  PasswordReset: passwordResetModel(connection),
  EmailProof: emailProofModel(connection),
  FormerEmail: formerEmailModel(connection),
  Mail: mailModel(connection),
  Board: boardModel(connection),
  AdminLog: adminLogModel(connection),
  Appeal: appealModel(connection),
  MediaFile: mediaFileModel(connection),
  RemotePicture: remotePictureModel(connection),
  Throttle: throttleModel(connection),
  Idempotency: idempotencyModel(connection),
  Post: postModel(connection),
  PostInteraction: postInteractionModel(connection),
  Collection: collectionModel(connection),
  FormerText: formerTextModel(connection),
  Comment: commentModel(connection),
  CommentLike: commentLikeModel(connection),
  CommentListing: commentListingModel(connection),
  Notification: notificationModel(connection),
  NotificationSettings: notificationSettingsModel(connection),
  Relationship: relationshipModel(connection),
  Report: reportModel(connection),
  ReportCase: reportCaseModel(connection),
  Application: applicationModel(connection),
  Invitation: invitationModel(connection),
  Refusal: refusalModel(connection),
  UsedProof: usedProofModel(connection),
  Draft: draftModel(connection),
  DayChain: dayChainModel(connection),
  FeedState: feedStateModel(connection),
  FeedSeed: feedSeedModel(connection),
  Hand: handModel(connection),
  Figures: figuresModel(connection),
  Job: jobModel(connection),
});
export type Models = ReturnType<typeof modelsOf>;
