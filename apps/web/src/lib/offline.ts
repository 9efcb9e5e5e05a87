import { create } from 'zustand';

interface OfflineState {
  /** What the browser believes. */
  online: boolean;
  /** The feed on the page was kept from an earlier visit, since the server was out of reach. */
  kept: boolean;
  /** Loads the new version of the app; null while there is none, or the reader wants it later. */
  update: (() => void | Promise<void>) | null;
}

/** What the status area tells of the network and of a new version. */
export const useOfflineStore = create<OfflineState>(() => ({
  online: navigator.onLine,
  kept: false,
  update: null,
}));

/** Where the last feed is kept: in the tab's storage for Back and reload, in the browser's for a server out of reach. */
export const LAST_FEED = 'last-feed';
