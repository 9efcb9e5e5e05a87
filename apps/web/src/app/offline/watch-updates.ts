import type { ToWorker } from '../../../worker/protocol';
import { browser } from '../../lib/browser';
import { isChunkFailure, MISSING_PART } from '../../lib/lazy';
import { useOfflineStore } from '../../lib/offline';

/** A page that stays open asks for a new version when it is looked at again, at most this often; milliseconds. */
const ASK_AGAIN = 10 * 60_000;
const ANSWER_WITHIN = 3000;

const post = (worker: ServiceWorker, message: ToWorker, ports: MessagePort[] = []): void =>
  worker.postMessage(message, ports);

/** Resolves with `otherwise` when nothing came in time. */
const within = <T>(promise: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([promise, new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), ANSWER_WITHIN))]);

/** Whether this page is of the worker's build already, as after being loaded anew; the worker then takes over by itself. */
const isOfThisPage = (worker: ServiceWorker): Promise<boolean> => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
  });
  post(worker, { type: 'serves', script }, [port2]);
  return within(answer, false).finally(() => port1.close());
};

/** Lets the new worker take over and loads the page anew, which asks first where something is unsaved. */
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

/** Offers to load the new version; nothing is ever loaded anew by itself, since somebody may be writing. */
const offer = (update: () => void | Promise<void>): void => useOfflineStore.setState({ update });

/** Offers each new version of the app once its files are here. Answers the function that ends it. */
export const watchUpdates = (
  container: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
): (() => void) => {
  const weigh = async (worker: ServiceWorker): Promise<void> => {
    // without a controller this is the first version, and nothing is new about it
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
    // offline it fails, and is asked for again later
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

/** A part of a page that is gone since a deployment: the page stays, and the new version is offered. */
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
