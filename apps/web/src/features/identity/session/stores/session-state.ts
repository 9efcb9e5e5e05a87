import type { CurrentUser } from '@social-feed/contracts';
import { env } from '../../../../config/env';
import { asRecord, readStored } from '../../../../lib/json';
import { MINUTE } from '../../../../lib/time';
import { normaliseUser, timeOf } from '../api/read-session';

export const STORAGE_NAME = 'auth-storage';
export const STORAGE_VERSION = 8;
/** How long a stored user is trusted without a server check, in ms (A §4.1). */
export const AUTH_FRESHNESS_MS = 3 * MINUTE;

/** A §3, "Auth session state". Times are milliseconds since 1970. */
export interface SessionState {
  currentUser: CurrentUser | null;
  isAuthenticated: boolean;
  isInitializing: boolean;
  oauthInProgress: boolean;
  /** When the server last confirmed the user. */
  lastAuthCheck: number | null;
  lastActivity: number | null;
  /** When the session expires unless it is refreshed. */
  sessionExpiry: number | null;
  /** The session expired: the page stays readable until the next navigation. */
  lostInPlace: boolean;
  /** Message for the sign-in page about the expired session; not persisted. */
  lossNotice: string | null;
  /** The sign-out did not reach the server, so the session may still exist there. */
  logoutPending: boolean;
  /** Id of the user with an unconfirmed email address, as far as this browser knows. */
  unconfirmed: string | null;
  /** A notice for the account menu; not persisted. */
  authError: string | null;
}

/** Whether the signed-in user has an email address to confirm. */
export const mustConfirm = ({
  currentUser,
  unconfirmed,
}: Pick<SessionState, 'currentUser' | 'unconfirmed'>): boolean => currentUser?._id === unconfirmed;

export const SIGNED_OUT = {
  currentUser: null,
  isAuthenticated: false,
  oauthInProgress: false,
  lastAuthCheck: null,
  lastActivity: null,
  sessionExpiry: null,
} satisfies Partial<SessionState>;

/**
 * Converts the stored state of any version to the current shape. Unreadable state becomes signed out; never throws.
 */
export const sessionOf = (stored: unknown): Partial<SessionState> => {
  const record = asRecord(stored);
  const user = normaliseUser(record['currentUser'] ?? record['user']);
  const oauthInProgress = record['oauthInProgress'] === true;
  const logoutPending = record['logoutPending'] === true;
  if (!user)
    return {
      ...SIGNED_OUT,
      oauthInProgress,
      lostInPlace: record['lostInPlace'] === true,
      logoutPending,
      unconfirmed: null,
    };
  return {
    currentUser: user,
    isAuthenticated: true,
    oauthInProgress,
    lastAuthCheck: timeOf(record['lastAuthCheck']),
    lastActivity: timeOf(record['lastActivity']),
    sessionExpiry: timeOf(record['sessionExpiry']),
    lostInPlace: false,
    logoutPending,
    unconfirmed: (record['unconfirmed'] ?? null) as string | null,
  };
};

/** Reads the stored session, from any version of the app. */
export const keptSession = (): Partial<SessionState> => {
  const kept = readStored(STORAGE_NAME, (value): value is object => value !== null, {});
  return sessionOf(asRecord(kept)['state']);
};

const HINT = /(?:^|;\s*)(?:__Host-)?sf_session_hint=1(?:;|$)/;

/**
 * Whether the server's session hint exists: a readable cookie without secrets, set and cleared together with the
 * session cookies.
 */
export const hasSessionHint = (): boolean => HINT.test(document.cookie);

/** Whether to check the session with the server. Cookies of an API on another origin are not visible here. */
export const mayHaveSession = (): boolean => hasSessionHint() || /^[a-z]+:/i.test(env.apiUrl);
