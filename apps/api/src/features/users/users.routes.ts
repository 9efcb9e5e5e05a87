import {
  emailAvailability,
  getUserById,
  getUserByName,
  userNameAvailability,
  type PublicUser,
} from '@social-feed/contracts';
import express, { type Request, type Router } from 'express';
import { addressKey, clientAddress } from '../../platform/http/client-address.js';
import { AppError } from '../../platform/http/errors.js';
import type { Http } from '../../platform/http/http.js';
import type { RateLimit, RateLimiter } from '../../platform/http/rate-limit.js';
import { route } from '../../platform/http/route.js';
import { createSampledLimit } from '../../platform/http/sampled-limit.js';
import type { UserRecord } from './user.model.js';
import { presentPublicUser } from './user.presenter.js';
import { findById, findByUserName, isEmailTaken, isUserNameTaken, type UserStore } from './user.service.js';

export interface UsersRoutesDeps extends UserStore {
  rateLimits: RateLimiter;
}

/** Enough for typing a name, too few for finding out who is a member. */
const AVAILABILITY_LIMIT: RateLimit = { name: 'availability', limit: 60, window: 60_000 };

/** Profiles by name tell the same; 1,200 a minute are enough for all who read from one address. */
const LOOK_UPS_EVERY = 20;
const LOOK_UPS_LIMIT: RateLimit = { name: 'look-ups', limit: 1200 / LOOK_UPS_EVERY, window: 60_000 };

/** Availability (404 is free, 200 is taken) and public users. */
export function usersRoutes(http: Http, deps: UsersRoutesDeps): Router {
  const router = express.Router();
  const consumeLookUp = createSampledLimit(LOOK_UPS_EVERY, (_address, req: Request) =>
    deps.rateLimits.consumeForAddress(LOOK_UPS_LIMIT, req),
  );

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
    await consumeLookUp(addressKey(clientAddress(req)), req);
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
