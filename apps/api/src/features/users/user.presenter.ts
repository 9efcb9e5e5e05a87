import type { Author, CurrentUser, PublicUser } from '@social-feed/contracts';
import type { UserRecord } from './user.model.js';

/** The signed-in user's own record (A §3). */
export const presentCurrentUser = (user: UserRecord): CurrentUser => ({
  _id: user._id.toString(),
  fullName: user.fullName,
  userName: user.userName,
  email: user.email,
  profilepic: user.profilepic,
  isAdmin: user.isAdmin,
  lastLogin: user.lastLogin?.toISOString() ?? null,
  createdAt: user.createdAt.toISOString(),
  updatedAt: user.updatedAt.toISOString(),
});

/** What everybody may see: never the e-mail (design §4, Public profiles). */
export const presentPublicUser = (
  user: Pick<UserRecord, '_id' | 'fullName' | 'userName' | 'profilepic' | 'createdAt'>,
): PublicUser => ({
  _id: user._id.toString(),
  fullName: user.fullName,
  userName: user.userName,
  profilepic: user.profilepic,
  createdAt: user.createdAt.toISOString(),
});

/** The author of a post or comment. Following is kept in the browser (design §4, Follow), so it is false here. */
export const presentAuthor = (
  user: Pick<UserRecord, '_id' | 'fullName' | 'userName' | 'profilepic'>,
): Author => ({
  _id: user._id.toString(),
  fullName: user.fullName,
  userName: user.userName,
  profilepic: user.profilepic,
  isFollowing: false,
});
