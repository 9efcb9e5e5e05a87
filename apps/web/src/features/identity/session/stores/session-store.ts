import { t } from '@lingui/core/macro';
import type { CurrentUser } from '@social-feed/contracts';
import { create } from 'zustand';
import { api } from '../../../../lib/api-client';
import { ApiError, messageOf } from '../../../../lib/api-error';
import { delayClock } from '../../../../lib/at-least';
import { writeStored } from '../../../../lib/json';
import { setVisitorMode } from '../../../../lib/visitor-mode';
import { keepLanguage } from '../../../../lib/words/kept-language';
import { fetchSession, type SessionReading } from '../api/read-session';
import { noteWelcome } from '../model/welcome';
import {
  AUTH_FRESHNESS_MS,
  keptSession,
  mayHaveSession,
  sessionOf,
  SIGNED_OUT,
  STORAGE_NAME,
  STORAGE_VERSION,
  type SessionState,
} from './session-state';

export interface ActionResult {
  success: boolean;
  /** Set after a successful registration or social sign-in (A §3). */
  user?: CurrentUser;
  message?: string;
  /** The server's error code. */
  code?: string;
  errors?: { path: string; message: string }[];
}

interface SessionActions {
  /**
   * Finishes initialising: trusts, verifies or discards the stored user (A §4.1). Never rejects; parallel calls
   * share one promise.
   */
  initializeAuth: () => Promise<void>;
  /** Fetches the current user and updates the state. Network errors change nothing. */
  verify: () => Promise<void>;
  /** Clears this browser's state even if the call fails. A failed call is retried at the next check. */
  logout: () => Promise<void>;
  /** Called when the server reports that the session has expired. */
  loseSession: (notice?: string) => void;
  clearAuthError: () => void;
}

type SessionStore = SessionState & SessionActions;

/** Replaced in tests. */
export const sessionClock = { now: () => Date.now() };

/** Message after an involuntary sign-out. */
export const SESSION_OVER = t`Your session has ended. Please sign in again.`;
/** Delay before a failed check is retried, in milliseconds. */
const SECOND_TRY_MS = 1000;
const LANDINGS = ['/oauth-success', '/auth/callback'];

let initialisation: Promise<void> | undefined;

/** Name in sessionStorage of the sign-up form's text. */
export const SIGN_UP = 'sign-up';

/** Applies a session returned by the server. */
export const takeSession = (session: SessionReading): void => {
  const now = sessionClock.now();
  useSessionStore.setState({
    currentUser: session.user ?? null,
    isAuthenticated: session.user !== undefined,
    isInitializing: false,
    oauthInProgress: false,
    lastAuthCheck: now,
    lastActivity: now,
    sessionExpiry: session.sessionExpiry,
    unconfirmed: (session.confirmEmail && session.user?._id) || null,
    lostInPlace: false,
    lossNotice: null,
    logoutPending: false,
    authError: null,
  });
  if (session.user) {
    // what was typed to sign up is no longer needed
    writeStored(SIGN_UP, null, 'sessionStorage');
    if (session.welcome !== undefined) noteWelcome(session.user._id, session.welcome);
    if (session.user.locale !== undefined) keepLanguage(session.user.locale);
  }
  // after the session, so that no other tab of this visitor is sent to sign-in in between
  setVisitorMode(false);
};

/** Names of the persisted fields. */
const KEPT = Object.keys(sessionOf({})) as (keyof SessionState)[];

/** This browser's session (A §4.1). Part of it is persisted in `auth-storage`. */
export const useSessionStore = create<SessionStore>()((set, get) => {
  const initialise = async (): Promise<void> => {
    const { oauthInProgress, sessionExpiry, logoutPending } = get();
    const now = sessionClock.now();
    // Without any trace of a session, skip the call; the server would reject it.
    const asks = logoutPending || get().currentUser !== null || mayHaveSession();
    if (sessionExpiry !== null && sessionExpiry <= now)
      set({ ...SIGNED_OUT, lostInPlace: get().currentUser !== null });
    const landing = LANDINGS.includes(window.location.pathname);
    if (landing) {
      set({ isInitializing: false });
      return;
    }
    // No check during social sign-in (A §4.1). Returning without finishing ends it.
    if (oauthInProgress) {
      set({ oauthInProgress: false, isInitializing: false });
      return;
    }
    const { currentUser, lastAuthCheck } = get();
    const fresh = lastAuthCheck !== null && lastAuthCheck <= now && now - lastAuthCheck < AUTH_FRESHNESS_MS;
    if (asks && (logoutPending || !(currentUser && fresh))) await get().verify();
    set({ isInitializing: false });
  };

  return {
    ...SIGNED_OUT,
    isInitializing: true,
    unconfirmed: null,
    lostInPlace: false,
    lossNotice: null,
    logoutPending: false,
    authError: null,

    initializeAuth: () => {
      if (!get().isInitializing) return Promise.resolve();
      initialisation ??= initialise().finally(() => {
        initialisation = undefined;
      });
      return initialisation;
    },

    verify: async () => {
      // Do not sign a user back in with cookies that survived a failed sign-out.
      if (get().logoutPending) return get().logout();
      const asked = get().currentUser;
      try {
        const session = await fetchSession().catch(async (error: unknown) => {
          // With only cookies, one failed call would redirect to sign-in, so retry once.
          if (asked || (error instanceof ApiError && error.status === 401)) throw error;
          await delayClock.wait(SECOND_TRY_MS);
          return fetchSession();
        });
        // The user signed in or out since, here or in another tab, so this response is stale.
        if (get().currentUser !== asked) return;
        if (session.user) takeSession(session);
        else if (asked) get().loseSession();
      } catch (error) {
        if (get().currentUser !== asked) return;
        if (error instanceof ApiError && error.status === 401) {
          if (asked) get().loseSession();
        } else if (asked || (error instanceof ApiError && error.isNetwork)) {
          set({ authError: messageOf(error) });
        }
      }
    },

    logout: async () => {
      // Set first, so that closing the page now still signs out.
      set({ logoutPending: true });
      // Signing out must work offline; the call is retried later.
      const logoutPending = await api.call('logout', { unchecked: true }).then(
        () => false,
        () => true,
      );
      setVisitorMode(false);
      set({ ...SIGNED_OUT, isInitializing: false, lostInPlace: false, logoutPending, authError: null });
    },

    loseSession: (notice = SESSION_OVER) => {
      if (!get().currentUser) return;
      set({ ...SIGNED_OUT, lostInPlace: true, lossNotice: notice, authError: notice });
    },

    clearAuthError: () => set({ authError: null }),
  };
});

// Share the session with other tabs and the next visit (A §3).
useSessionStore.setState(keptSession());
useSessionStore.subscribe((state) => {
  const kept = KEPT.map((name) => [name, state[name]] as const);
  writeStored(STORAGE_NAME, { state: Object.fromEntries(kept), version: STORAGE_VERSION });
});
