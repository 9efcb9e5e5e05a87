import type { CurrentUser } from '@social-feed/contracts';
import { createContext, useContext } from 'react';

/** Who looks at the app. `initializing` until the session check is through (A §4.1). */
export interface Viewer {
  user: CurrentUser | null;
  status: 'initializing' | 'signed-in' | 'signed-out';
  /** Who was signed in until their session was lost in place. */
  lost?: CurrentUser | null;
}

const ViewerContext = createContext<Viewer>({ user: null, status: 'signed-out' });

/** Filled by app/providers from the session store: features read the viewer without knowing the session feature. */
export const ViewerProvider = ViewerContext.Provider;

/** Who looks at the app, for any component below app/providers. */
export const useViewer = (): Viewer => useContext(ViewerContext);

/**
 * Who is signed in, and after a session lost in place who was: the page stays as they read it, and what was typed into
 * it is kept. Null for visitors.
 */
export const useOwnAccount = (): CurrentUser | null => {
  const { user, lost = null } = useViewer();
  return user ?? lost;
};
