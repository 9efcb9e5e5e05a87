import {
  emailAvailability,
  getUserById,
  getUserByName,
  userNameAvailability,
  type PublicUser,
} from '@social-feed/contracts';
import express, { type Request, type Router } from 'express';
import type { AppContext } from '../../context.js';
import { addressKey, clientAddress } from '../../platform/http/client-address.js';
import { AppError } from '../../platform/http/errors.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import { route } from '../../platform/http/route.js';
import { createSampledLimit } from '../../platform/http/sampled-limit.js';
import type { UserRecord } from './user.model.js';
import { presentPublicUser } from './user.presenter.js';
import { findById, findByUserName, isEmailTaken, isUserNameTaken } from './user.service.js';

/** Enough for typing a name, too few for finding out who is a member. */
const AVAILABILITY_LIMIT: RateLimit = { name: 'availability', limit: 60, window: 60_000 };

/** Profiles by name tell the same; 1,200 a minute are enough for all who read from one address. */
const LOOK_UPS_EVERY = 20;
const LOOK_UPS_LIMIT: RateLimit = { name: 'look-ups', limit: 1200 / LOOK_UPS_EVERY, window: 60_000 };

/** Availability (A §7.2: 404 free, 200 taken) and public users (A §7.3). */
export function usersRoutes(ctx: AppContext): Router {
  const router = express.Router();
  const consumeLookUp = createSampledLimit(LOOK_UPS_EVERY, (_address, req: Request) =>
    ctx.rateLimits.consumeForAddress(LOOK_UPS_LIMIT, req),
  );

  route(ctx, router, emailAvailability, async ({ params, req }) => {
    await ctx.rateLimits.consumeForAddress(AVAILABILITY_LIMIT, req);
    if (await isEmailTaken(ctx, params.email)) return { message: 'Email is already taken' };
    throw new AppError('AVAILABLE', 'Email is available');
  });

  route(ctx, router, userNameAvailability, async ({ params, req }) => {
    await ctx.rateLimits.consumeForAddress(AVAILABILITY_LIMIT, req);
    if (await isUserNameTaken(ctx, params.username)) return { message: 'Username is already taken' };
    throw new AppError('AVAILABLE', 'Username is available');
  });

  route(ctx, router, getUserByName, async ({ params, req }) => {
    await consumeLookUp(addressKey(clientAddress(req)), req);
    return { data: presentFound(await findByUserName(ctx, params.userName)) };
  });

  route(ctx, router, getUserById, async ({ params }) => ({
    data: presentFound(await findById(ctx, params.userId)),
  }));

  return router;
}

function presentFound(user: UserRecord | null): PublicUser {
  if (user === null) throw new AppError('NOT_FOUND', 'User not found');
  return presentPublicUser(user);
}
