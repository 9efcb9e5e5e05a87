import { t } from '@lingui/core/macro';
import { OAUTH_DETAILS_MAX } from '@social-feed/contracts';
import { inLanguage } from '../../../../lib/words/answers';

const PROVIDERS: Readonly<Record<string, string>> = {
  google_auth_failed: 'Google',
  facebook_auth_failed: 'Facebook',
  linkedin_auth_failed: 'LinkedIn',
  oidc_auth_failed: t`OpenID Connect`,
};
const decode = (details: string): string => {
  try {
    return decodeURIComponent(details);
  } catch {
    return details;
  }
};

/** Message for the `error` parameter of a failed social sign-in, on either account page (A §8). */
export const socialErrorMessage = (
  page: 'login' | 'signup',
  error: string,
  details: string | null = null,
): string => {
  const provider = Object.hasOwn(PROVIDERS, error) ? PROVIDERS[error] : undefined;
  if (provider !== undefined) return t`${provider} authentication failed. Please try again.`;
  // Why a new account was not made, or that an application waits.
  // They come from the URL, which anyone can write, so they are shown as plain text and cut.
  const text = decode(details ?? '').trim();
  const said = inLanguage(text.length > OAUTH_DETAILS_MAX ? `${text.slice(0, OAUTH_DETAILS_MAX)}…` : text);
  if (error.startsWith('oauth_registration') && said !== '') return said;
  if (page === 'signup') {
    if (error === 'oauth_no_user') return t`Social login failed. Please try again.`;
    if (error === 'oauth_error') return t`Authentication error occurred. Please try again.`;
    return t`Authentication failed. Please try again.`;
  }
  if (error === 'oauth_no_user')
    return t`Authentication successful but user data not received. Please try again.`;
  if (error === 'oauth_error' || error === 'oauth_handler_error') {
    return said === '' ? t`OAuth authentication failed. Please try again.` : said;
  }
  return t`Social login encountered an error. Please try again.`;
};
