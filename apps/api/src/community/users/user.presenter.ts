import { domainToUnicode } from 'node:url';
import type { CurrentUser, PublicUser } from '@social-feed/contracts';
import type { UserRecord } from './user.model.js';

/**
 * Public fields of a user: never the e-mail address.
 * @param picture returns the address of a picture for readers
 */
export const presentPublicUser = (
  user: Pick<UserRecord, '_id' | 'fullName' | 'userName' | 'profilepic' | 'createdAt'>,
  picture: (address: string) => string,
): PublicUser => ({
  _id: user._id.toString(),
  fullName: user.fullName,
  userName: user.userName,
  profilepic: picture(user.profilepic),
  createdAt: user.createdAt.toISOString(),
});

/** Returns an address with a readable domain. */
export const readableEmail = (email: string): string => {
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at) + (domainToUnicode(email.slice(at)) || email.slice(at));
};

/** The signed-in user's own fields. @param picture as in `presentPublicUser` */
export const presentCurrentUser = (user: UserRecord, picture: (address: string) => string): CurrentUser => ({
  ...presentPublicUser(user, picture),
  email: readableEmail(user.email),
  isAdmin: user.isAdmin,
  ...(user.isModerator === true ? { isModerator: true } : {}),
  ...(user.locale ? { locale: user.locale } : {}),
  lastLogin: user.lastLogin?.toISOString() ?? null,
  updatedAt: user.updatedAt.toISOString(),
});
