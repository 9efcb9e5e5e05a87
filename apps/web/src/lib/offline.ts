import { create } from 'zustand';

interface OfflineState {
  /** The browser's online state. */
  online: boolean;
  /** Whether the feed on the page is a cached one, shown because the server is unreachable. */
  kept: boolean;
  /** Loads the new version of the app; null if there is none, or the user postponed it. */
  update: (() => void | Promise<void>) | null;
}

/** State of the network and of updates, for the status area. */
export const useOfflineStore = create<OfflineState>(() => ({
  online: navigator.onLine,
  kept: false,
  update: null,
}));

/** Key of the last feed: in session storage for Back and reload, in local storage for an unreachable server. */
export const LAST_FEED = 'last-feed';
