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

/** Follows what the browser believes about the network. Answers the function that ends it. */
export const watchNetwork = (): (() => void) => {
  const handleOnline = () => useOfflineStore.setState({ online: true, kept: false });
  const handleOffline = () => useOfflineStore.setState({ online: false });
  useOfflineStore.setState({ online: navigator.onLine });
  window.addEventListener('online', handleOnline);
  window.addEventListener('offline', handleOffline);
  return () => {
    window.removeEventListener('online', handleOnline);
    window.removeEventListener('offline', handleOffline);
  };
};
