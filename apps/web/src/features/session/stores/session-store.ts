import type { CurrentUser } from '@social-feed/contracts';
import { create } from 'zustand';
import { ApiError, messageOf } from '../../../lib/api-error';
import { delayClock } from '../../../lib/at-least';
import { writeStored } from '../../../lib/json';
import { setVisitorMode } from '../../../lib/visitor-mode';
import { fetchSession, logOut, type SessionReading } from '../api/session-calls';
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
  /** Of a registration and a social sign-in that succeeded (A §3). */
  user?: CurrentUser;
  message?: string;
  /** The server's code of a refusal. */
  code?: string;
  errors?: { path: string; message: string }[];
}

interface SessionActions {
  /** Finishes initialising: trusts, verifies or discards the stored user (A §4.1). Never rejects; parallel calls share one. */
  initializeAuth: () => Promise<void>;
  /** Asks the server who is signed in and takes its word; network errors change nothing. */
  verify: () => Promise<void>;
  /** Clears this browser's state even when the call fails; the call is then made again at the next check. */
  logout: () => Promise<void>;
  /** The server says that the session is over. */
  loseSession: (notice?: string) => void;
  clearAuthError: () => void;
}

type SessionStore = SessionState & SessionActions;

/** Injected where a test needs it. */
export const sessionClock = { now: () => Date.now() };

/** Said to whoever did not sign out themselves. */
export const SESSION_OVER = 'Your session has ended. Please sign in again.';
/** When a check that failed is made again, in milliseconds. */
const SECOND_TRY_MS = 1000;
const LANDINGS = ['/oauth-success', '/auth/callback'];

let initialisation: Promise<void> | undefined;

/** Takes over the session that the server answered with. */
export const takeSession = (session: SessionReading): void => {
  const now = sessionClock.now();
  setVisitorMode(false);
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
};

/** What of it this browser keeps. */
const KEPT = Object.keys(sessionOf({})) as (keyof SessionState)[];

/** The session of this browser (A §4.1), of which `auth-storage` keeps a part. */
export const useSessionStore = create<SessionStore>()((set, get) => {
  const initialise = async (): Promise<void> => {
    const { oauthInProgress, sessionExpiry, logoutPending } = get();
    const now = sessionClock.now();
    // whoever never signed in here need not ask, which would only be refused
    const asks = logoutPending || get().currentUser !== null || mayHaveSession();
    if (sessionExpiry !== null && sessionExpiry <= now)
      set({ ...SIGNED_OUT, lostInPlace: get().currentUser !== null });
    const landing = LANDINGS.includes(window.location.pathname);
    if (landing) {
      set({ isInitializing: false });
      return;
    }
    // not checked while social sign-in is under way (A §4.1); whoever comes back without having finished ends it
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
      // who wanted to leave is not brought back by cookies that outlived the failed call
      if (get().logoutPending) return get().logout();
      const asked = get().currentUser;
      try {
        const session = await fetchSession().catch(async (error: unknown) => {
          // whom only the cookies know would be sent to sign in for one call that failed
          if (asked || (error instanceof ApiError && error.status === 401)) throw error;
          await delayClock.wait(SECOND_TRY_MS);
          return fetchSession();
        });
        // whoever left or came meanwhile, here or in another tab, is not what was asked about
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
      // whoever closes the page now has signed out as well
      set({ logoutPending: true });
      // signing out must work without the server, which is told as soon as it can be
      const logoutPending = await logOut().then(
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

// what any tab of this browser knows of the session, the others know as well, and the next visit (A §3)
useSessionStore.setState(keptSession());
useSessionStore.subscribe((state) => {
  const kept = KEPT.map((name) => [name, state[name]] as const);
  writeStored(STORAGE_NAME, { state: Object.fromEntries(kept), version: STORAGE_VERSION });
});
