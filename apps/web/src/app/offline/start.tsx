import { createRoot } from 'react-dom/client';
import { LAST_PICTURES, type ToWorker } from '../../../worker/protocol';
import { env } from '../../config/env';
import { forgetKept, useKept } from '../../features/reading/collections/kept-store';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { afterPicture } from '../../lib/first-picture';
import { asRecord, readText, writeText } from '../../lib/json';
import { LAST_FEED } from '../../lib/offline';
import { savesData, usePreferences } from '../../lib/preferences';
import { watchNetwork, StatusArea } from './status-area';
import { watchStaleParts, watchUpdates } from './watch-updates';

/** Deletes a cache. Async, so that it rejects however the browser blocks its caches. */
const deleteCache = async (name: string): Promise<boolean> => caches.delete(name);

/** Removes the last feed, its pictures and the kept collections from this browser. */
const forget = (): void => {
  writeText(LAST_FEED, null);
  // private windows and plain http have no caches
  void forgetKept();
  if ('caches' in window) void deleteCache(LAST_PICTURES).catch(() => undefined);
  // it may be about to cache another one
  if ('serviceWorker' in navigator)
    navigator.serviceWorker.controller?.postMessage({ type: 'forget' } satisfies ToWorker);
};

/** The owner of the cached feed: null for a visitor, undefined if there is none. */
const keptFor = (): unknown => {
  try {
    return asRecord(JSON.parse(readText(LAST_FEED) ?? '{}'))['viewerId'];
  } catch {
    return undefined;
  }
};

/**
 * Removes a reader's cached data when they sign out, lose their session or another user signs in; at the start if a
 * tab was closed before that.
 * @returns a function that stops watching
 */
export const keepForReader = (): (() => void) => {
  const owners = [keptFor(), useKept.getState().viewerId ?? undefined];
  const current = useSessionStore.getState().currentUser?._id ?? null;
  if (owners.some((owner) => owner !== undefined && owner !== current)) forget();
  return useSessionStore.subscribe((state, previous) => {
    if (state.currentUser?._id !== previous.currentUser?._id) forget();
  });
};

const register = async (container: ServiceWorkerContainer): Promise<void> => {
  const at = document.documentElement.dataset['words'];
  const query = at ? `?words=${encodeURIComponent(at)}` : '';
  const registration = await container.register(`/sw.js${query}`, { updateViaCache: 'none' });
  // browsers that block workers may resolve with undefined
  if (registration as ServiceWorkerRegistration | undefined) watchUpdates(container, registration);
};

/**
 * Sets up offline use, after the page has loaded. Development and insecure origins use no worker; one left by `npm
 * start` on the same port is removed. In data saver mode the app registers no new worker, since it would fetch
 * every part of the app.
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
    // wait, since the files that it caches would share the bandwidth; private windows may reject a worker, and the
    // app then needs the network
    afterPicture(() => register(container)).catch(() => undefined);
  } else {
    container
      .getRegistrations()
      .then((all) => Promise.all(all.map((one) => one.unregister())))
      .catch(() => undefined);
  }
};
