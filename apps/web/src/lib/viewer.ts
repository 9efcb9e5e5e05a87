import type { CurrentUser } from '@social-feed/contracts';
import { createContext, useContext, useState } from 'react';

/** Who looks at the app. `initializing` until the session check is through (A §4.1). */
export interface Viewer {
  user: CurrentUser | null;
  status: 'initializing' | 'signed-in' | 'signed-out';
}

const ViewerContext = createContext<Viewer>({ user: null, status: 'signed-out' });

/** Filled by app/providers from the session store: features read the viewer without knowing the session feature. */
export const ViewerProvider = ViewerContext.Provider;

/** Who looks at the app, for any component below app/providers. */
export const useViewer = (): Viewer => useContext(ViewerContext);

/**
 * Who is signed in, and after a session lost in place who was: the page stays readable, and what was typed into it is
 * kept. Null for visitors.
 */
export const useOwnAccount = (): CurrentUser | null => {
  const { user } = useViewer();
  const [last, setLast] = useState(user);
  if (user !== null && user !== last) setLast(user);
  return user ?? last;
};
