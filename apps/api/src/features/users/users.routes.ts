import {
  emailAvailability,
  getUserById,
  getUserByName,
  updateProfilePicture,
  updateUser,
  userNameAvailability,
  type PublicUser,
} from '@social-feed/contracts';
import { Router } from 'express';
import { AppError, permissionDenied } from '../../platform/http/errors.js';
import type { Http } from '../../platform/http/http.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import { route } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { refuseForeignHost } from './media-host.js';
import type { UserRecord } from './user.model.js';
import { presentCurrentUser, presentPublicUser } from './user.presenter.js';
import type { UserStore } from './user-store.js';
import { userNotFound } from './user-writes.js';

export interface UsersRoutesDeps extends Pick<Platform, 'config' | 'rateLimits'> {
  store: UserStore;
  /** Those of these users who block whoever asks, by id. */
  blockersOfAsker: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  uploads: {
    /** Keeps uploads that a profile names from now on. @throws AppError 400 for those of others */
    hold: (userId: string, urls: string[]) => Promise<unknown>;
    /** Gives up uploads that no profile names any more. */
    drop: (userId: string, urls: string[]) => void;
  };
}

const HOUR = 60 * 60 * 1000;
/** Enough for typing a name, too few for finding out who is a member. */
const AVAILABILITY_LIMIT: RateLimit = { name: 'availability', limit: 60, window: 60_000 };
/** Profiles by name and the search for people tell the same; 1,200 a minute are enough for all who read from one address. */
export const LOOK_UPS_LIMIT: RateLimit = { name: 'look-ups', limit: 60, every: 20, window: 60_000 };
export const PROFILE_EDITS_LIMIT: RateLimit = {
  name: 'profile-edits',
  limit: 40,
  firstDay: 20,
  window: HOUR,
};

/** Availability (404 is free, 200 is taken), public users, and edits of the own name and picture. */
export function usersRoutes(
  http: Http,
  { store, config, uploads, rateLimits, blockersOfAsker }: UsersRoutesDeps,
): Router {
  const router = Router();

  /** @throws AppError 404 for nobody, and for who blocks the asking user */
  async function presentFound(user: UserRecord | null): Promise<PublicUser> {
    const id = user?._id.toHexString() ?? '';
    if (user === null || (await blockersOfAsker([id])).has(id)) throw userNotFound();
    return presentPublicUser(user);
  }

  route(http, router, emailAvailability, async ({ params, req }) => {
    await rateLimits.consumeForAddress(AVAILABILITY_LIMIT, req);
    if (await store.isEmailTaken(params.email)) return { message: 'Email is already taken' };
    throw new AppError('AVAILABLE', 'Email is available');
  });

  route(http, router, userNameAvailability, async ({ params, req }) => {
    await rateLimits.consumeForAddress(AVAILABILITY_LIMIT, req);
    if (await store.isUserNameTaken(params.username)) return { message: 'Username is already taken' };
    throw new AppError('AVAILABLE', 'Username is available');
  });

  route(http, router, getUserByName, async ({ params, req }) => {
    await rateLimits.consumeForAddress(LOOK_UPS_LIMIT, req);
    return { data: await presentFound(await store.findShown(params.userName)) };
  });

  route(http, router, getUserById, async ({ params }) => ({
    data: await presentFound(await store.getShown(params.userId)),
  }));

  route(http, router, updateProfilePicture, async ({ params, body: { profilepic }, viewer }) => {
    await rateLimits.consumeForAccount(PROFILE_EDITS_LIMIT, viewer.id);
    refuseOthers(viewer, params.userId);
    refuseForeignHost(config.mediaHosts, 'profilepic', profilepic);
    await uploads.hold(viewer.id, [profilepic]);
    const before = await store.get(viewer.id);
    const user = await store.edit(viewer.id, { profilepic });
    if (before !== null && before.profilepic !== profilepic) uploads.drop(viewer.id, [before.profilepic]);
    return { message: 'Profile picture updated', data: presentCurrentUser(user) };
  });

  route(http, router, updateUser, async ({ params, body, viewer }) => {
    await rateLimits.consumeForAccount(PROFILE_EDITS_LIMIT, viewer.id);
    refuseOthers(viewer, params.userId);
    return { message: 'Profile updated', data: presentCurrentUser(await store.rename(viewer.id, body)) };
  });

  return router;
}

function refuseOthers(viewer: Viewer, userId: string): void {
  if (viewer.id !== userId.toLowerCase()) throw permissionDenied();
}
