import { KEPT_FOR, keptPath, LAST_FEED, LAST_PICTURES, VISITOR, type ToPage } from '../../../worker/protocol';
import { useSessionStore } from '../../features/session/stores/session-store';
import { useOfflineStore } from './status-area';

/** Who reads on this page now. */
const reader = (): string => useSessionStore.getState().currentUser?._id ?? VISITOR;

/** Drops the last feed and its pictures from this browser. */
const forget = async (): Promise<void> => {
  await Promise.all([LAST_FEED, LAST_PICTURES].map((name) => caches.delete(name)));
};

/** Drops what was kept for somebody else, e.g. by a tab that was closed before it could. */
const forgetOthers = async (): Promise<void> => {
  if (!(await caches.has(LAST_FEED))) return;
  const first = await (await caches.open(LAST_FEED)).match(keptPath(1));
  if (first?.headers.get(KEPT_FOR) !== reader()) await forget();
};

/**
 * Ties what the worker keeps to the reader: it is told whose page this is when it asks, and what it kept goes when they
 * sign out, lose their session or somebody else signs in. Answers the function that unties it.
 */
export const keepForReader = (worker: ServiceWorkerContainer): (() => void) => {
  const handleMessage = ({ data, ports }: MessageEvent<ToPage>) => {
    if (data.type === 'who') ports[0]?.postMessage(reader());
    else useOfflineStore.setState({ kept: data.from === 'kept' });
  };
  worker.addEventListener('message', handleMessage);
  worker.startMessages();
  void forgetOthers();
  const unsubscribe = useSessionStore.subscribe((state, previous) => {
    if (state.currentUser?._id !== previous.currentUser?._id) void forget();
  });
  return () => {
    worker.removeEventListener('message', handleMessage);
    unsubscribe();
  };
};
