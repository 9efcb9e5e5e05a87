import {
  emailAvailability,
  getUserById,
  getUserByName,
  userNameAvailability,
  type PublicUser,
} from '@social-feed/contracts';
import express, { type Router } from 'express';
import { AppError } from '../../platform/http/errors.js';
import type { Http } from '../../platform/http/http.js';
import type { RateLimit, RateLimiter } from '../../platform/http/rate-limit.js';
import { route } from '../../platform/http/route.js';
import type { UserRecord } from './user.model.js';
import { presentPublicUser } from './user.presenter.js';
import { findById, findByUserName, isEmailTaken, isUserNameTaken, type UserStore } from './user.service.js';

export interface UsersRoutesDeps extends UserStore {
  rateLimits: RateLimiter;
}

/** Enough for typing a name, too few for finding out who is a member. */
const AVAILABILITY_LIMIT: RateLimit = { name: 'availability', limit: 60, window: 60_000 };

/** Profiles by name and the search for people tell the same; 1,200 a minute are enough for all who read from one address. */
export const LOOK_UPS_LIMIT: RateLimit = { name: 'look-ups', limit: 60, every: 20, window: 60_000 };

/** Availability (404 is free, 200 is taken) and public users. */
export function usersRoutes(http: Http, deps: UsersRoutesDeps): Router {
  const router = express.Router();

  route(http, router, emailAvailability, async ({ params, req }) => {
    await deps.rateLimits.consumeForAddress(AVAILABILITY_LIMIT, req);
    if (await isEmailTaken(deps, params.email)) return { message: 'Email is already taken' };
    throw new AppError('AVAILABLE', 'Email is available');
  });

  route(http, router, userNameAvailability, async ({ params, req }) => {
    await deps.rateLimits.consumeForAddress(AVAILABILITY_LIMIT, req);
    if (await isUserNameTaken(deps, params.username)) return { message: 'Username is already taken' };
    throw new AppError('AVAILABLE', 'Username is available');
  });

  route(http, router, getUserByName, async ({ params, req }) => {
    await deps.rateLimits.consumeForAddress(LOOK_UPS_LIMIT, req);
    return { data: presentFound(await findByUserName(deps, params.userName)) };
  });

  route(http, router, getUserById, async ({ params }) => ({
    data: presentFound(await findById(deps, params.userId)),
  }));

  return router;
}

function presentFound(user: UserRecord | null): PublicUser {
  if (user === null) throw new AppError('NOT_FOUND', 'User not found');
  return presentPublicUser(user);
}
