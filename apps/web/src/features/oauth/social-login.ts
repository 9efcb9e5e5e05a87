import { paths } from '../../config/paths';
import { safeReturnPath } from '../../lib/return-to';
import { env } from '../../config/env';
import { browser } from '../../lib/browser';
import { readText, writeText } from '../../lib/json';

const KEY = 'oauth-return-address';
/** Keeps the URL short; the page that shows the details caps them further. */
const DETAILS_MAX = 500;

/**
 * Stores the address where social sign-in starts, for this tab (A §4.3). Without session storage, the return goes
 * to Home.
 */
export const rememberAddress = (address: string): boolean => writeText(KEY, address, 'sessionStorage');

/** Removes the address after the return, or if a return is impossible. */
export const forgetAddress = (): boolean => writeText(KEY, null, 'sessionStorage');

const stored = (): URL | undefined => {
  const { origin } = window.location;
  const kept = readText(KEY, 'sessionStorage');
  const url = kept !== null && URL.canParse(kept, origin) ? new URL(kept, origin) : undefined;
  return url?.origin === origin ? url : undefined;
};

/**
 * Where to go after a successful social sign-in: the stored address. If that is an account page, as usual, the page
 * it would redirect to, otherwise Home.
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
 * The account page where social sign-in started (sign-in by default), with `redirect` kept and the failure's
 * `error` and `details` added.
 */
export const failureAddress = (error: string, details: string | null): string => {
  const url = stored();
  const signup = paths.signup.getHref();
  const pathname =
    error !== 'second_factor_required' && url?.pathname.toLowerCase().startsWith(signup)
      ? signup
      : paths.login.getHref();
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

/** Stores the current address for the return and navigates to the provider (A §4.3). */
export const startSocialLogin = (
  provider: string,
  currentAddress: string,
  entry: Record<string, string> = {},
): void => {
  const more = new URLSearchParams(entry).toString();
  const url = socialLoginUrl(provider) + (more && `&${more}`);
  rememberAddress(currentAddress);
  browser.leaveFor(url);
};
