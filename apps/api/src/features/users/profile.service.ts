import type { CurrentUser } from '@social-feed/contracts';
import type { Model } from 'mongoose';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { AppError } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { refuseForeignHost } from './media-host.js';
import type { UserRecord } from './user.model.js';
import { presentCurrentUser } from './user.presenter.js';
import { USER_NAME_TAKEN, isUserNameTaken, normalizeFullName } from './user.service.js';

/** What profiles need of the uploads. */
export interface ProfileUploads {
  /** Keeps uploads that a profile names from now on. @throws AppError 400 for those of others */
  hold: (userId: string, urls: string[]) => Promise<unknown>;
  /** Gives up uploads that no profile names any more. */
  drop: (userId: string, urls: string[]) => void;
}

export interface ProfileDeps {
  models: { User: Model<UserRecord> };
  mediaHosts: readonly string[];
  uploads: ProfileUploads;
  now: () => Date;
}

const refuseOthers = (viewer: Viewer, userId: string) => {
  if (viewer.id !== userId.toLowerCase()) throw new AppError('PERMISSION_DENIED', 'Permission denied');
};

/** @throws AppError 403 for another than the owner */
export async function changePicture(
  deps: ProfileDeps,
  viewer: Viewer,
  userId: string,
  profilepic: string,
): Promise<CurrentUser> {
  refuseOthers(viewer, userId);
  refuseForeignHost(deps.mediaHosts, 'profilepic', profilepic);
  await deps.uploads.hold(viewer.id, [profilepic]);
  const before = await deps.models.User.findById(viewer.id, { profilepic: 1 }).lean();
  const user = await change(deps, viewer, { profilepic });
  if (before !== null && before.profilepic !== profilepic) {
    deps.uploads.drop(viewer.id, [before.profilepic]);
  }
  return user;
}

/**
 * Changes name or user name; another letter case of the own user name is free.
 * @throws AppError 403 for another than the owner, 409 where the user name is taken
 */
export async function changeNames(
  deps: ProfileDeps,
  viewer: Viewer,
  userId: string,
  { fullName, userName }: { fullName?: string | undefined; userName?: string | undefined },
): Promise<CurrentUser> {
  refuseOthers(viewer, userId);
  const isOther = userName !== undefined && userName.toLowerCase() !== viewer.userName.toLowerCase();
  if (isOther && (await isUserNameTaken(deps, userName))) throw nameTaken();
  return change(deps, viewer, {
    ...(fullName === undefined ? {} : { fullName: normalizeFullName(fullName) }),
    ...(userName === undefined ? {} : { userName, userNameLower: userName.toLowerCase() }),
  });
}

const nameTaken = (cause?: unknown) =>
  new AppError('ALREADY_EXISTS', USER_NAME_TAKEN.message, { errors: [USER_NAME_TAKEN], cause });

async function change(deps: ProfileDeps, viewer: Viewer, fields: Partial<UserRecord>): Promise<CurrentUser> {
  try {
    const user = await deps.models.User.findOneAndUpdate(
      { _id: viewer.id },
      { $set: { ...fields, updatedAt: deps.now() } },
      { returnDocument: 'after', lean: true },
    );
    if (user === null) throw new AppError('NOT_FOUND', 'User not found');
    return presentCurrentUser(user);
  } catch (error) {
    // Another took the name between our look and our write: the unique index decides.
    throw isDuplicateKey(error) ? nameTaken(error) : error;
  }
}
