import { paths } from '../../config/paths';
import { safeReturnPath } from '../../lib/return-to';
import { env } from '../../config/env';
import { browser } from '../../lib/browser';
import { readText, writeText } from '../../lib/json';

const KEY = 'oauth-return-address';
/** Details of a failure are capped on the page that shows them; this keeps the address in bounds. */
const DETAILS_MAX = 500;

/** Keeps the address that social sign-in leaves from, for this tab (A §4.3); without session storage the return leads home. */
export const rememberAddress = (address: string): boolean => writeText(KEY, address, 'sessionStorage');

/** Once it was returned to, or cannot be. */
export const forgetAddress = (): boolean => writeText(KEY, null, 'sessionStorage');

const stored = (): URL | undefined => {
  const { origin } = window.location;
  const kept = readText(KEY, 'sessionStorage');
  const url = kept !== null && URL.canParse(kept, origin) ? new URL(kept, origin) : undefined;
  return url?.origin === origin ? url : undefined;
};

/**
 * Where a finished social sign-in leads: the stored address, or, since that is an account page as a rule, where that
 * page itself was going to lead; otherwise Home.
 */
export const returnAddress = (): string => {
  const url = stored();
  if (!url) return paths.home.getHref();
  const own = safeReturnPath(`${url.pathname}${url.search}${url.hash}`);
  return own && own !== '/'
    ? own
    : (safeReturnPath(url.searchParams.get('redirect')) ?? paths.home.getHref());
};

/**
 * The account page that social sign-in began on, sign-in unless it was sign-up, with `redirect` kept and a failure's
 * `error` and `details`.
 */
export const failureAddress = (error: string, details: string | null): string => {
  const url = stored();
  const signup = paths.signup.getHref();
  const pathname = url?.pathname.toLowerCase().startsWith(signup) ? signup : paths.login.getHref();
  const redirect = safeReturnPath(url?.searchParams.get('redirect'));
  const query = new URLSearchParams({ error: error.slice(0, 100) });
  if (details !== null && details !== '') query.set('details', details.slice(0, DETAILS_MAX));
  if (redirect !== undefined) query.set('redirect', redirect);
  return `${pathname}?${query.toString()}`;
};

/** `{api}/auth/{provider}?callback={origin}/auth/callback` (A §7.1). Throws without a provider. */
export const socialLoginUrl = (provider: string, origin = window.location.origin): string => {
  if (provider.trim() === '') throw new Error('OAuth provider is required');
  const callback = encodeURIComponent(`${origin}${paths.authCallback.getHref()}`);
  return `${env.apiUrl}/auth/${encodeURIComponent(provider)}?callback=${callback}`;
};

/** Keeps the current address for the return and goes to the provider (A §4.3). */
export const startSocialLogin = (provider: string, currentAddress: string): void => {
  const url = socialLoginUrl(provider);
  rememberAddress(currentAddress);
  browser.leaveFor(url);
};
