import { t } from '@lingui/core/macro';
import { api } from '../../../../lib/api-client';
import { askToConfirm } from '../../../../lib/dialogs';
import { timeOf } from '../api/read-session';
import { hasSessionHint, keptSession, STORAGE_NAME } from './session-state';
import { useSessionStore } from './session-store';

/** Shown when two cookies of one name hold different sessions; signing in again would not help. */
const TWO_SESSIONS = t`Your browser holds two sessions at once. Clear the cookies of this site, then sign in again.`;

/** Applies the session of another tab. */
const takeOver = (event: StorageEvent | PageTransitionEvent): void => {
  // A null key means that all storage was cleared. A page restored from the back/forward cache has missed all
  // events.
  const concerns = 'key' in event ? event.key === STORAGE_NAME || event.key === null : event.persisted;
  if (!concerns) return;
  const { currentUser } = useSessionStore.getState();
  const kept = keptSession();
  // If the user is the same, keep the object: this tab's running check stays valid and nothing rerenders.
  const same = JSON.stringify(kept.currentUser) === JSON.stringify(currentUser);
  useSessionStore.setState(same ? { ...kept, currentUser } : kept);
};

/**
 * Connects the store to the API client and to other tabs: refetches the user after a refresh, clears the state when
 * a refresh is rejected, and applies sign-ins and sign-outs of other tabs (A §4.1). Returns a function that
 * disconnects it. A second call changes nothing.
 */
export const connectSession = (): (() => void) => {
  api.setSessionHooks({
    reader: () => useSessionStore.getState().currentUser?._id ?? null,
    // A browser with no stored user and no trace of a session has nothing to refresh.
    mayRefresh: (error) =>
      useSessionStore.getState().currentUser !== null || error.code === 'SESSION_EXPIRED' || hasSessionHint(),
    onRefreshed: (sessionExpiry) => {
      const expiry = timeOf(sessionExpiry);
      if (expiry !== null) useSessionStore.setState({ sessionExpiry: expiry });
      if (!useSessionStore.getState().isInitializing) void useSessionStore.getState().verify();
    },
    confirm: askToConfirm,
    onLost: ({ code }) =>
      useSessionStore.getState().loseSession(code === 'IDENTITY_MISMATCH' ? TWO_SESSIONS : undefined),
  });
  window.addEventListener('storage', takeOver);
  window.addEventListener('pageshow', takeOver);
  return () => {
    window.removeEventListener('storage', takeOver);
    window.removeEventListener('pageshow', takeOver);
    api.setSessionHooks({});
  };
};
