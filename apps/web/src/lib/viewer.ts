import type { CurrentUser } from '@social-feed/contracts';
import { createContext, useContext } from 'react';

/** The current user of the app. `initializing` until the session check is done (A §4.1). */
export interface Viewer {
  user: CurrentUser | null;
  status: 'initializing' | 'signed-in' | 'signed-out';
  /** The user whose session expired while the page was open. */
  lost?: CurrentUser | null;
}

const ViewerContext = createContext<Viewer>({ user: null, status: 'signed-out' });

/** Set by app/providers from the session store, so that features do not depend on the session feature. */
export const ViewerProvider = ViewerContext.Provider;

/** The current viewer, for any component below app/providers. */
export const useViewer = (): Viewer => useContext(ViewerContext);

/**
 * The signed-in user, or the one whose session expired in place: the page and typed text stay theirs. Null for
 * visitors.
 */
export const useOwnAccount = (): CurrentUser | null => {
  const { user, lost = null } = useViewer();
  return user ?? lost;
};
