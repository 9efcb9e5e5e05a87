import { paths } from '../config/paths';

const ACCOUNT_PATHS = /^\/(i\/account(\/|$)|login(\/|$)|oauth-success(\/|$)|auth(\/|$))/i;

/** History state passed between a guard and the account pages. */
export interface ReturnState {
  /** The page the user was going to; a path of this app. */
  from?: string;
}

/**
 * Returns a safe path of this app, or `undefined`: rejects other origins, other schemes, protocol-relative
 * addresses in any spelling, and the account pages.
 */
export const safeReturnPath = (
  value: unknown,
  origin: string = window.location.origin,
): string | undefined => {
  if (typeof value !== 'string' || value.trim() === '' || value.length > 2000) return undefined;
  if (!URL.canParse(value, origin)) return undefined;
  const url = new URL(value, origin);
  // '/.//host' is on this origin, but its path alone would lead to another
  if (url.origin !== origin || url.username !== '' || /^\/[/\\]/.test(url.pathname)) return undefined;
  if (ACCOUNT_PATHS.test(url.pathname)) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
};

/** Where to go after signing in: the remembered page, otherwise Home (A §2.1). */
export const returnPathOf = (state: unknown): string =>
  safeReturnPath(typeof state === 'object' && state !== null ? (state as ReturnState).from : undefined) ??
  paths.home.getHref();
