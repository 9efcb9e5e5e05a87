import * as z from 'zod/mini';
import { plainAnswer, text } from './common.js';
import { endpoint } from './endpoint.js';

/** Providers of social sign-in; the fourth, X, has a route but no button that works. */
export const OAUTH_PROVIDERS = ['google', 'facebook', 'linkedin'] as const;
export type OAuthProvider = (typeof OAUTH_PROVIDERS)[number];
/** As they write themselves. */
export const OAUTH_PROVIDER_NAMES = { google: 'Google', facebook: 'Facebook', linkedin: 'LinkedIn' } as const;

/** Values of the `error` parameter on the landing address. */
export type OAuthError =
  `${OAuthProvider}_auth_failed` | 'oauth_no_user' | 'oauth_error' | 'oauth_handler_error';

/** The longest `details` on the landing address, in characters. */
export const OAUTH_DETAILS_MAX = 200;

/**
 * `callback` is an address on one of our own origins; without it the web app's `/auth/callback`. `connect` is the ticket
 * of `beginConnection`: the provider's account is then added to the signed-in one instead of signing in.
 */
const oauthStartQuery = z.object({
  callback: z.optional(text('callback').check(z.maxLength(500, 'callback is too long'))),
  connect: z.optional(text('connect').check(z.maxLength(1000, 'connect is too long'))),
});
export type OAuthStartQuery = z.infer<typeof oauthStartQuery>;

/** @__NO_SIDE_EFFECTS__ */
const startAt = (provider: OAuthProvider) =>
  endpoint({
    method: 'GET',
    path: `/auth/${provider}`,
    access: 'public',
    query: oauthStartQuery,
    answer: plainAnswer,
  });

/** A browser goes here; answered by a redirect to the provider. */
export const oauthStart = {
  google: startAt('google'),
  facebook: startAt('facebook'),
  linkedin: startAt('linkedin'),
};

/** @__NO_SIDE_EFFECTS__ */
const callbackFrom = (provider: OAuthProvider) =>
  endpoint({ method: 'GET', path: `/auth/${provider}/callback`, access: 'public', answer: plainAnswer });

/** The provider sends the browser here; answered by a redirect to the landing address. */
export const oauthCallback = {
  google: callbackFrom('google'),
  facebook: callbackFrom('facebook'),
  linkedin: callbackFrom('linkedin'),
};

/** @__NO_SIDE_EFFECTS__ */
const comingSoon = (name: 'x' | 'twitter') =>
  endpoint({ method: 'GET', path: `/auth/${name}`, access: 'public', answer: plainAnswer });

/** X answers that it is coming soon. */
export const oauthComingSoon = { x: comingSoon('x'), twitter: comingSoon('twitter') };
