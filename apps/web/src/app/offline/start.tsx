import { createRoot } from 'react-dom/client';
import { LAST_PICTURES } from '../../../worker/protocol';
import { env } from '../../config/env';
import { useSessionStore } from '../../features/session/stores/session-store';
import { afterPicture } from '../../lib/first-picture';
import { asRecord, readText, writeText } from '../../lib/json';
import { LAST_FEED } from '../../lib/offline';
import { savesData, usePreferences } from '../../lib/preferences';
import { watchNetwork, StatusArea } from './status-area';
import { watchStaleParts, watchUpdates } from './watch-updates';

/** Rejects where the browser blocks its caches, whichever way it does. */
const deleteCache = async (name: string): Promise<boolean> => caches.delete(name);

/** Drops the last feed and its pictures from this browser. */
const forget = (): void => {
  writeText(LAST_FEED, null);
  // private windows and plain http have no caches
  if ('caches' in window) void deleteCache(LAST_PICTURES).catch(() => undefined);
};

/** Whose feed this browser keeps: null a visitor's, undefined nobody's. */
const keptFor = (): unknown => {
  try {
    return asRecord(JSON.parse(readText(LAST_FEED) ?? '{}'))['viewerId'];
  } catch {
    return undefined;
  }
};

/**
 * What is kept of a reader goes when they sign out, lose their session or somebody else signs in; at once where a tab was
 * closed before it could. Answers the function that ends it.
 */
export const keepForReader = (): (() => void) => {
  const owner = keptFor();
  if (owner !== undefined && owner !== (useSessionStore.getState().currentUser?._id ?? null)) forget();
  return useSessionStore.subscribe((state, previous) => {
    if (state.currentUser?._id !== previous.currentUser?._id) forget();
  });
};

const register = async (container: ServiceWorkerContainer): Promise<void> => {
  const registration = await container.register('/sw.js', { updateViaCache: 'none' });
  // a browser that blocks workers may answer with nothing
  if (registration as ServiceWorkerRegistration | undefined) watchUpdates(container, registration);
};

/**
 * What keeps the app usable offline; loaded once the page is there. Development and insecure origins do without the
 * worker, and one that `npm start` left on the same port goes. Those who save data do without, unless they have it: it
 * fetches every part of the app.
 */
export const startOffline = (): void => {
  watchNetwork();
  watchStaleParts();
  keepForReader();
  createRoot(document.body.appendChild(document.createElement('div'))).render(<StatusArea />);
  const container = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
  if (!container) return;
  if (env.production) {
    if (savesData(usePreferences.getState()) && !container.controller) return;
    // the files that it keeps would share the line; private windows may refuse a worker: the app then needs the network
    afterPicture(() => register(container)).catch(() => undefined);
  } else {
    container
      .getRegistrations()
      .then((all) => Promise.all(all.map((one) => one.unregister())))
      .catch(() => undefined);
  }
};
