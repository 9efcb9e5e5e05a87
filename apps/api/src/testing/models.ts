import type { Connection } from 'mongoose';
import { emailProofModel, passwordResetModel } from '../identity/sessions/code.models.js';
import { adminLogModel } from '../moderation/admin/admin-log.js';
import { appealModel } from '../moderation/appeals/appeal.model.js';
import { boardModel } from '../community/boards/board.model.js';
import { collectionModel } from '../reading/interactions/collection.model.js';
import { commentLikeModel, commentListingModel, commentModel } from '../content/comments/comment.model.js';
import { draftModel } from '../content/drafts/draft.model.js';
import { challengeModel, factorModel } from '../identity/factors/factor.model.js';
import { dayChainModel } from '../order/feed-order/day-chain.model.js';
import { feedSeedModel, feedStateModel } from '../order/feed-order/order.model.js';
import { figuresModel } from '../moderation/figures/figures.model.js';
import { postInteractionModel } from '../content/posts/interaction.model.js';
import { mediaFileModel } from '../community/uploads/media-file.model.js';
import { remotePictureModel } from '../content/media/remote-picture.model.js';
import { notificationModel } from '../community/inboxes/notification.model.js';
import { notificationSettingsModel } from '../reading/notifications/settings.js';
import { identityModel } from '../identity/oauth/identity.model.js';
import { relationshipModel } from '../community/relations/relationship.model.js';
import { formerTextModel } from '../content/posts/former-texts.js';
import { postModel } from '../content/posts/post.model.js';
import { tagModel } from '../content/posts/tag.model.js';
import { applicationModel } from '../community/registration/applications.js';
import { invitationModel } from '../community/registration/invitations.js';
import { usedProofModel } from '../community/registration/proof.js';
import { refusalModel } from '../community/registration/refusals.js';
import { reportCaseModel, reportModel } from '../moderation/reports/report.model.js';
import { apiTokenModel } from '../identity/sessions/api-tokens.js';
import { securityLogModel } from '../identity/sessions/security-log.js';
import { sessionModel } from '../identity/sessions/session.model.js';
import { formerEmailModel } from '../community/users/former-emails.js';
import { handModel } from '../reading/today/hand.model.js';
import { userModel } from '../community/users/user.model.js';
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
  Tag: tagModel(connection),
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
