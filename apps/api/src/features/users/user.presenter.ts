import type { CurrentUser, PublicUser } from '@social-feed/contracts';
import { shownUrl } from './media-host.js';
import type { UserRecord } from './user.model.js';

/** What everybody may see: never the e-mail. */
export const presentPublicUser = (
  user: Pick<UserRecord, '_id' | 'fullName' | 'userName' | 'profilepic' | 'createdAt'>,
): PublicUser => ({
  _id: user._id.toString(),
  fullName: user.fullName,
  userName: user.userName,
  profilepic: shownUrl(user.profilepic),
  createdAt: user.createdAt.toISOString(),
});

/** The signed-in user's own record. */
export const presentCurrentUser = (user: UserRecord): CurrentUser => ({
  ...presentPublicUser(user),
  email: user.email,
  isAdmin: user.isAdmin,
  lastLogin: user.lastLogin?.toISOString() ?? null,
  updatedAt: user.updatedAt.toISOString(),
});
