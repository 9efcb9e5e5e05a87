import { updateProfilePicture, updateUser } from '@social-feed/contracts';
import { Router } from 'express';
import type { Http } from '../../platform/http/http.js';
import type { RateLimit, RateLimiter } from '../../platform/http/rate-limit.js';
import { route } from '../../platform/http/route.js';
import { changeNames, changePicture, type ProfileDeps } from './profile.service.js';

export interface ProfileRoutesDeps extends ProfileDeps {
  rateLimits: RateLimiter;
}

const HOUR = 60 * 60 * 1000;
export const PROFILE_EDITS_LIMIT: RateLimit = {
  name: 'profile-edits',
  limit: 40,
  firstDay: 20,
  window: HOUR,
};

/** Edits of the own profile. */
export function profileRoutes(http: Http, deps: ProfileRoutesDeps): Router {
  const router = Router();
  route(http, router, updateProfilePicture, async ({ params, body, viewer }) => {
    await deps.rateLimits.consumeForAccount(PROFILE_EDITS_LIMIT, viewer.id);
    return {
      message: 'Profile picture updated',
      data: await changePicture(deps, viewer, params.userId, body.profilepic),
    };
  });
  route(http, router, updateUser, async ({ params, body, viewer }) => {
    await deps.rateLimits.consumeForAccount(PROFILE_EDITS_LIMIT, viewer.id);
    return { message: 'Profile updated', data: await changeNames(deps, viewer, params.userId, body) };
  });
  return router;
}
