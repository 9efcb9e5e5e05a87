import * as z from 'zod/mini';
import { plainAnswer, shortText, text } from './common.js';
import { endpoint } from './endpoint.js';
import { inviteField } from './invite-fields.js';
import { REGISTRATION_LIMITS } from './moderation-limits.js';

/**
 * Social sign-in providers. `oidc` is the one OpenID Connect provider that a host may add. X has a route but no working
 * button.
 */
export const OAUTH_PROVIDERS = ['google', 'facebook', 'linkedin', 'oidc'] as const;
export type OAuthProvider = (typeof OAUTH_PROVIDERS)[number];
/** The providers' own spelling. A host gives `oidc` another name. */
export const OAUTH_PROVIDER_NAMES = {
  google: 'Google',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  oidc: 'OpenID Connect',
} as const;

/** Values of the `error` parameter on the landing page. */
export type OAuthError =
  | `${OAuthProvider}_auth_failed`
  | 'oauth_no_user'
  | 'oauth_error'
  | 'oauth_handler_error'
  /** The provider vouches for the user, and the account has a second factor: `POST /auth/second-factor`. */
  | 'second_factor_required'
  | 'oauth_registration'
  /** An application was sent, or waits already. */
  | 'oauth_registration_pending';

/**
 * `callback` is an address on one of our own origins, by default the web app's `/auth/callback`. `connect` is the
 * ticket of `beginConnection`: the provider's account is then linked to the signed-in user instead of signing in.
 * A new account uses the invitation, or applies with the sentence, where the host asks for one.
 */
const oauthStartQuery = z.object({
  callback: z.optional(text('callback').check(z.maxLength(500, 'callback is too long'))),
  connect: z.optional(text('connect').check(z.maxLength(1000, 'connect is too long'))),
  invite: inviteField,
  sentence: z.optional(
    shortText('sentence', REGISTRATION_LIMITS.sentenceMax).check(
      z.overwrite((value) => value.replace(/\s+/g, ' ')),
    ),
  ),
});
export type OAuthStartQuery = z.infer<typeof oauthStartQuery>;

const start = { query: oauthStartQuery, answer: plainAnswer };
const plain = { answer: plainAnswer };

/** Opened by the browser; redirects to the provider. */
export const oauthStartGoogle = endpoint('oauthStartGoogle', start);
export const oauthStartFacebook = endpoint('oauthStartFacebook', start);
export const oauthStartLinkedin = endpoint('oauthStartLinkedin', start);
export const oauthStartOidc = endpoint('oauthStartOidc', start);

/** The provider redirects the browser here; redirects to the landing page. */
export const oauthCallbackGoogle = endpoint('oauthCallbackGoogle', plain);
export const oauthCallbackFacebook = endpoint('oauthCallbackFacebook', plain);
export const oauthCallbackLinkedin = endpoint('oauthCallbackLinkedin', plain);
export const oauthCallbackOidc = endpoint('oauthCallbackOidc', plain);

/** Returns that X sign-in is coming soon. */
export const oauthComingSoonX = endpoint('oauthComingSoonX', plain);
export const oauthComingSoonTwitter = endpoint('oauthComingSoonTwitter', plain);
