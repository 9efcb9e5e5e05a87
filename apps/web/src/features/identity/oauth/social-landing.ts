import { paths } from '../../../config/paths';
import { readText, writeText } from '../../../lib/json';
import { safeReturnPath } from '../../../lib/return-to';
import { RETURN_ADDRESS } from './social-login';

/** Keeps the URL short; the page that shows the details caps them further. */
const DETAILS_MAX = 500;
const INVITE_MAX = 100;

/** Removes the address after the return, or if a return is impossible. */
export const forgetAddress = (): boolean => writeText(RETURN_ADDRESS, null, 'sessionStorage');

const stored = (): URL | undefined => {
  const { origin } = window.location;
  const kept = readText(RETURN_ADDRESS, 'sessionStorage');
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
 * The account page where social sign-in started (sign-in by default), with `redirect` and `invite` kept and the
 * failure's `error`, `details` and `code` added.
 */
export const failureAddress = (error: string, details: string | null, code: string | null = null): string => {
  const url = stored();
  const signup = paths.signup.getHref();
  const pathname =
    error !== 'second_factor_required' && url?.pathname.toLowerCase().startsWith(signup)
      ? signup
      : paths.login.getHref();
  const redirect = safeReturnPath(url?.searchParams.get('redirect'));
  const invite = url?.searchParams.get('invite');
  const query = new URLSearchParams({ error: error.slice(0, 100) });
  if (details !== null && details !== '') query.set('details', details.slice(0, DETAILS_MAX));
  if (code !== null) query.set('code', code.slice(0, 100));
  if (redirect !== undefined) query.set('redirect', redirect);
  if (invite) query.set('invite', invite.slice(0, INVITE_MAX));
  return `${pathname}?${query.toString()}`;
};
