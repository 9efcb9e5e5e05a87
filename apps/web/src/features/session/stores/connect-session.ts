import { api } from '../../../lib/api-client';
import { timeOf } from '../api/session-calls';
import { hasSessionHint, keptSession, STORAGE_NAME } from './session-state';
import { useSessionStore } from './session-store';

/** Said where two cookies of one name name two sessions: signing in again alone would not help. */
const TWO_SESSIONS =
  'Your browser holds two sessions at once. Clear the cookies of this site, then sign in again.';

/**
 * Ties the store to the API client and to other tabs: a refresh re-fetches the user, a refused one clears the state, a
 * sign-in or sign-out elsewhere is taken over (A §4.1). Answers the function that unties it.
 */
export const connectSession = (): (() => void) => {
  api.setSessionHooks({
    // a browser without a stored user and without a trace of a session has nothing to refresh
    mayRefresh: (error) =>
      useSessionStore.getState().currentUser !== null || error.code === 'SESSION_EXPIRED' || hasSessionHint(),
    onRefreshed: (sessionExpiry) => {
      const expiry = timeOf(sessionExpiry);
      if (expiry !== null) useSessionStore.setState({ sessionExpiry: expiry });
      if (!useSessionStore.getState().isInitializing) void useSessionStore.getState().verify();
    },
    onLost: ({ code }) =>
      useSessionStore.getState().loseSession(code === 'IDENTITY_MISMATCH' ? TWO_SESSIONS : undefined),
  });
  const takeOver = (event: StorageEvent | PageTransitionEvent): void => {
    // key null: the whole storage was cleared; a page that comes back as it was has missed all events
    const concerns = 'key' in event ? event.key === STORAGE_NAME || event.key === null : event.persisted;
    if (!concerns) return;
    const { currentUser } = useSessionStore.getState();
    const kept = keptSession();
    // the same person is nobody who came: what this tab has asked about them is theirs, and nothing is drawn anew
    const same = JSON.stringify(kept.currentUser) === JSON.stringify(currentUser);
    useSessionStore.setState(same ? { ...kept, currentUser } : kept);
  };
  window.addEventListener('storage', takeOver);
  window.addEventListener('pageshow', takeOver);
  return () => {
    window.removeEventListener('storage', takeOver);
    window.removeEventListener('pageshow', takeOver);
    api.setSessionHooks({});
  };
};
