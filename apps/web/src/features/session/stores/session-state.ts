import type { CurrentUser } from '@social-feed/contracts';
import { env } from '../../../config/env';
import { asRecord, readStored } from '../../../lib/json';
import { normaliseUser, timeOf } from '../api/session-calls';

export const STORAGE_NAME = 'auth-storage';
export const STORAGE_VERSION = 8;
/** How long a stored user is trusted without asking the server, in ms (A §4.1). */
export const AUTH_FRESHNESS_MS = 3 * 60_000;

/** A §3, "Auth session state". Times are milliseconds since 1970. */
export interface SessionState {
  currentUser: CurrentUser | null;
  isAuthenticated: boolean;
  isInitializing: boolean;
  oauthInProgress: boolean;
  /** When the server last confirmed the user. */
  lastAuthCheck: number | null;
  lastActivity: number | null;
  /** When the session ends unless it is refreshed before. */
  sessionExpiry: number | null;
  /** The session ended by itself: the page stays readable until the next navigation. */
  lostInPlace: boolean;
  /** What was said when it ended, for the sign-in page however late it opens; not persisted. */
  lossNotice: string | null;
  /** The server was not reached when the person signed out: its session may live on. */
  logoutPending: boolean;
  /** The id of whose e-mail address waits for its code, as far as this page knows; not persisted. */
  unconfirmed: string | null;
  /** A notice for the account menu; not persisted. */
  authError: string | null;
}

/** Whether whoever is signed in has an e-mail address to confirm. */
export const mustConfirm = ({ currentUser, unconfirmed }: SessionState): boolean =>
  currentUser?._id === unconfirmed;

export const SIGNED_OUT = {
  currentUser: null,
  isAuthenticated: false,
  oauthInProgress: false,
  lastAuthCheck: null,
  lastActivity: null,
  sessionExpiry: null,
} satisfies Partial<SessionState>;

/** Brings what any version stored into today's shape; anything unreadable is a signed-out state, never an exception. */
export const sessionOf = (stored: unknown): Partial<SessionState> => {
  const record = asRecord(stored);
  const user = normaliseUser(record['currentUser'] ?? record['user']);
  const oauthInProgress = record['oauthInProgress'] === true;
  const logoutPending = record['logoutPending'] === true;
  if (!user)
    return { ...SIGNED_OUT, oauthInProgress, lostInPlace: record['lostInPlace'] === true, logoutPending };
  return {
    currentUser: user,
    isAuthenticated: true,
    oauthInProgress,
    lastAuthCheck: timeOf(record['lastAuthCheck']),
    lastActivity: timeOf(record['lastActivity']),
    sessionExpiry: timeOf(record['sessionExpiry']),
    lostInPlace: false,
    logoutPending,
  };
};

/** The session as this browser keeps it, whatever version of the app stored it. */
export const keptSession = (): Partial<SessionState> => {
  const kept = readStored(STORAGE_NAME, (value): value is object => value !== null, {});
  return sessionOf(asRecord(kept)['state']);
};

const HINT = /(?:^|;\s*)(?:__Host-)?sf_session_hint=1(?:;|$)/;

/** Whether the server left its mark: a readable cookie without any secret, set and cleared with those of the session. */
export const hasSessionHint = (): boolean => HINT.test(document.cookie);

/** Whether the server is worth asking who is signed in. Cookies of an API on another origin cannot be seen here. */
export const mayHaveSession = (): boolean => hasSessionHint() || /^[a-z]+:/i.test(env.apiUrl);
