import { createHmac, randomUUID } from 'node:crypto';
import { OAUTH_PROVIDERS, type OAuthProvider } from '@social-feed/contracts';
import type { DemoPerson } from './demo-persons.js';

/** A response of a provider's server. */
export interface DemoAnswer {
  status: number;
  body: object;
}

export const isProvider = (name: unknown): name is OAuthProvider =>
  OAUTH_PROVIDERS.some((provider) => provider === name);

/** Query parameters of the redirect after a user denies access, as documented by each vendor. */
export const refusal = (provider: OAuthProvider): Record<string, string> =>
  ({
    // https://developers.google.com/identity/protocols/oauth2/web-server#handlingresponse
    google: { error: 'access_denied' },
    // https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow#canceled
    facebook: {
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    },
    // https://learn.microsoft.com/linkedin/shared/authentication/authorization-code-flow#failed-requests
    linkedin: { error: 'user_cancelled_login', error_description: 'The user cancelled LinkedIn login' },
    // https://openid.net/specs/openid-connect-core-1_0.html#AuthError
    oidc: { error: 'access_denied' },
  })[provider];

/**
 * Token response with the fields documented by each vendor. ID tokens of the three vendors are left out because nothing
 * reads them here; that of OpenID Connect is added by the provider.
 */
export const tokenAnswer = (provider: OAuthProvider, accessToken: string): DemoAnswer => ({
  status: 200,
  body: {
    google: {
      access_token: accessToken,
      expires_in: 3599,
      scope:
        'openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile',
      token_type: 'Bearer',
    },
    facebook: { access_token: accessToken, token_type: 'bearer', expires_in: 5_183_944 },
    linkedin: {
      access_token: accessToken,
      expires_in: 5_183_999,
      scope: 'email,openid,profile',
      token_type: 'Bearer',
    },
    oidc: { access_token: accessToken, expires_in: 3600, token_type: 'Bearer' },
  }[provider],
});

/** Response to an invalid code or token, in each vendor's format. */
export function refusedAnswer(provider: OAuthProvider, reason: string, status = 400): DemoAnswer {
  if (provider === 'facebook') {
    // https://developers.facebook.com/docs/graph-api/guides/error-handling
    const error = { message: reason, type: 'OAuthException', code: 100, fbtrace_id: randomUUID() };
    return { status, body: { error } };
  }
  const error = status === 401 ? 'invalid_client' : 'invalid_grant';
  return { status, body: { error, error_description: reason } };
}

/** The user in each vendor's userinfo or user node format. */
export function personAnswer(provider: OAuthProvider, person: DemoPerson): DemoAnswer {
  const { subject, name, email, emailVerified } = person;
  const [given = '', family = ''] = name.split(' ');
  if (provider === 'facebook') {
    return { status: 200, body: { id: subject, name, ...(email === undefined ? {} : { email }) } };
  }
  const claims = {
    sub: subject,
    name,
    given_name: given,
    family_name: family,
    ...(email === undefined ? {} : { email, email_verified: emailVerified }),
  };
  const locale = provider === 'linkedin' ? { locale: { country: 'US', language: 'en' } } : {};
  return { status: 200, body: { ...claims, ...locale } };
}

/** https://developers.facebook.com/docs/graph-api/guides/secure-requests (appsecret_proof) */
export const facebookProof = (accessToken: string, clientSecret: string) =>
  createHmac('sha256', clientSecret).update(accessToken).digest('hex');
