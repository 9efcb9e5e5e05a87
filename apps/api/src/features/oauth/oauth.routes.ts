import { OAUTH_PROVIDERS, oauthCallback, oauthComingSoon, oauthStart } from '@social-feed/contracts';
import express, { type Router } from 'express';
import type { AppContext } from '../../context.js';
import { route } from '../../platform/http/route.js';
import { finishSignIn, startSignIn } from './oauth.service.js';

/** Social sign-in: addresses for browsers, answered by redirects (A §7.1, design §4). */
export function oauthRoutes(ctx: AppContext): Router {
  const router = express.Router();
  // Token and profile, beside what every request may take.
  const deadline = 2 * ctx.config.oauth.answerWithin + ctx.config.limits.requestDeadline;

  for (const provider of OAUTH_PROVIDERS) {
    route(ctx, router, oauthStart[provider], async ({ query, req, res }) => {
      await startSignIn(ctx, provider, query, { req, res });
      return {};
    });
    route(
      ctx,
      router,
      oauthCallback[provider],
      async ({ req, res }) => {
        await finishSignIn(ctx, provider, { req, res });
        return {};
      },
      { deadline },
    );
  }
  for (const name of ['x', 'twitter'] as const) {
    route(ctx, router, oauthComingSoon[name], () => ({ message: 'Twitter login is coming soon!' }));
  }
  return router;
}
