import type { ToWorker } from '../../../worker/protocol';
import { browser } from '../../lib/browser';
import { isChunkFailure, MISSING_PART } from '../../lib/lazy';
import { useOfflineStore } from '../../lib/offline';
import { MINUTE } from '../../lib/time';

/** An open page checks for a new version when it becomes visible, at most this often; milliseconds. */
const ASK_AGAIN = 10 * MINUTE;
const ANSWER_WITHIN = 3000;

const post = (worker: ServiceWorker, message: ToWorker, ports: MessagePort[] = []): void =>
  worker.postMessage(message, ports);

/** Resolves with `otherwise` after the timeout. */
const within = <T>(promise: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([promise, new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), ANSWER_WITHIN))]);

/**
 * Whether this page belongs to the worker's build already, e.g. after a reload; the worker then takes over without
 * help.
 */
const isOfThisPage = (worker: ServiceWorker): Promise<boolean> => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
  });
  post(worker, { type: 'serves', script }, [port2]);
  return within(answer, false).finally(() => port1.close());
};

/** Lets the new worker take over and reloads the page, which asks first if there is unsaved work. */
const activate = async (container: ServiceWorkerContainer, worker: ServiceWorker): Promise<void> => {
  if (worker.state === 'installed') {
    const taken = new Promise<void>((resolve) =>
      container.addEventListener('controllerchange', () => resolve(), { once: true }),
    );
    post(worker, { type: 'activate' });
    await within(taken, undefined);
  }
  browser.reload();
};

/** Offers to load the new version. Never reloads without consent, since the user may be writing. */
const offer = (update: () => void | Promise<void>): void => useOfflineStore.setState({ update });

/**
 * Offers each new version of the app after its files are cached.
 * @returns a function that stops watching
 */
export const watchUpdates = (
  container: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
): (() => void) => {
  const weigh = async (worker: ServiceWorker): Promise<void> => {
    // without a controller this is the first version, not an update
    if (!container.controller || (await isOfThisPage(worker))) return;
    offer(() => activate(container, worker));
  };
  const handleFound = () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') void weigh(worker);
    });
  };
  let asked = Date.now();
  const handleVisible = () => {
    if (document.visibilityState !== 'visible' || Date.now() - asked < ASK_AGAIN) return;
    asked = Date.now();
    // this fails offline and runs again later
    registration.update().catch(() => undefined);
  };
  registration.addEventListener('updatefound', handleFound);
  document.addEventListener('visibilitychange', handleVisible);
  if (registration.waiting) void weigh(registration.waiting);
  else handleFound();
  return () => {
    registration.removeEventListener('updatefound', handleFound);
    document.removeEventListener('visibilitychange', handleVisible);
  };
};

/** Offers a reload when a deployment removed a chunk that the page needs. The page stays open. */
export const watchStaleParts = (): (() => void) => {
  const handleMissing = () => {
    if (navigator.onLine) offer(() => browser.reload());
  };
  const handleRejection = ({ reason }: PromiseRejectionEvent) => {
    if (isChunkFailure(reason)) handleMissing();
  };
  window.addEventListener('unhandledrejection', handleRejection);
  window.addEventListener(MISSING_PART, handleMissing);
  return () => {
    window.removeEventListener('unhandledrejection', handleRejection);
    window.removeEventListener(MISSING_PART, handleMissing);
  };
};
