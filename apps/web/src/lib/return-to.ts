import { paths } from '../config/paths';

const ACCOUNT_PATHS = /^\/(i\/account(\/|$)|login(\/|$)|oauth-success(\/|$)|auth(\/|$))/i;

/** What travels in the history state between a guard and the account pages. */
export interface ReturnState {
  /** Where the person was going; an own path. */
  from?: string;
}

/**
 * An own path out of whatever was handed in, or `undefined`: other origins, schemes, protocol-relative addresses in any
 * spelling and the account pages themselves are refused.
 */
export const safeReturnPath = (
  value: unknown,
  origin: string = window.location.origin,
): string | undefined => {
  if (typeof value !== 'string' || value.trim() === '' || value.length > 2000) return undefined;
  if (!URL.canParse(value, origin)) return undefined;
  const url = new URL(value, origin);
  // '/.//host' stays on this origin, but its path alone would lead away again
  if (url.origin !== origin || url.username !== '' || /^\/[/\\]/.test(url.pathname)) return undefined;
  if (ACCOUNT_PATHS.test(url.pathname)) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
};

/** Where a person goes who is signed in now: the remembered origin, otherwise Home (A §2.1). */
export const returnPathOf = (state: unknown): string =>
  safeReturnPath(typeof state === 'object' && state !== null ? (state as ReturnState).from : undefined) ??
  paths.home.getHref();
