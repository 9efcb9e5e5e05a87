import { paths } from '../../config/paths';
import { safeReturnPath } from '../../lib/return-to';
import { env } from '../../config/env';
import { browser } from '../../lib/browser';

const KEY = 'oauth-return-address';
/** Details of a failure are capped on the page that shows them; this keeps the address in bounds. */
const DETAILS_MAX = 500;

/** Keeps the address that social sign-in leaves from, for this tab (A §4.3). */
export const rememberAddress = (address: string): void => {
  try {
    sessionStorage.setItem(KEY, address);
  } catch {
    // without session storage the return leads home
  }
};

const stored = (): URL | undefined => {
  try {
    const url = new URL(sessionStorage.getItem(KEY) ?? '', window.location.origin);
    return url.origin === window.location.origin ? url : undefined;
  } catch {
    return undefined;
  }
};

/** Once it was returned to, or cannot be. */
export const forgetAddress = (): void => {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // nothing was kept
  }
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

/** The account page that social sign-in began on, sign-in unless it was sign-up, with `redirect` kept. */
const beginningPage = (): { pathname: string; redirect: string | undefined } => {
  const url = stored();
  const signup = paths.signup.getHref();
  return {
    pathname: url?.pathname.toLowerCase().startsWith(signup) ? signup : paths.login.getHref(),
    redirect: safeReturnPath(url?.searchParams.get('redirect')),
  };
};

/** The address of that page with a failure's `error` and `details`. */
export const failureAddress = (error: string, details: string | null): string => {
  const { pathname, redirect } = beginningPage();
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
