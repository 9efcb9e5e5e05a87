import { cleanupOutdatedCaches, getCacheKeyForURL, matchPrecache, precache } from 'workbox-precaching';
import { findFeedPage, keepFeedPage } from './last-feed';
import { keepPicture } from './last-pictures';
import { LAST_FEED, LAST_PICTURES, type ToPage, type ToWorker } from './protocol';
import { kindOf, type Kind } from './requests';
import { askWhose } from './viewer';

declare const self: ServiceWorkerGlobalScope;
/** The files of the build, with a hash where their name has none; put here by build-worker.ts. */
declare const BUILD_FILES: { url: string; revision: string | null }[];
/** Where the API answers, as the build was told. */
declare const API_URL: string;

/** A page that the network has not brought by then is the kept one; milliseconds. */
const PATIENCE = 4000;

const appAddress = new URL(self.location.href);
const feedAddress = new URL(`${API_URL}/posts/infinite`, appAddress);

precache(BUILD_FILES);
cleanupOutdatedCaches();

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** The network's answer, or else the build's own file; `patience` limits the waiting for the first. */
const networkFirst = async (request: Request, file: string, patience?: number): Promise<Response> => {
  const network = fetch(request);
  try {
    const late = patience === undefined ? network : wait(patience).then(() => matchPrecache(file));
    const answer = (await Promise.race([network, late])) ?? (await network);
    if (answer.status < 500) return answer;
    return (await matchPrecache(file)) ?? answer;
  } catch (error) {
    // the slower of the two may fail unheard
    network.catch(() => undefined);
    const kept = await matchPrecache(file);
    if (kept) return kept;
    throw error;
  }
};

const tell = async (clientId: string, message: ToPage): Promise<void> =>
  (await self.clients.get(clientId))?.postMessage(message);

/** One answer after the other, so that a later page finds the first. */
let keeping: Promise<unknown> = Promise.resolve();

const keepFeed = async (
  event: FetchEvent,
  answer: Response,
  asker: Promise<string | null>,
): Promise<void> => {
  const body = await answer.text();
  const viewer = await asker;
  // somebody else may have signed in meanwhile: then nobody knows whose answer it is
  if (viewer === null || (await askWhose(self.clients, event.clientId)) !== viewer) return;
  await keepFeedPage(await caches.open(LAST_FEED), viewer, event.request.url, body);
};

const answerFeed = async (event: FetchEvent): Promise<Response> => {
  const { request, clientId } = event;
  const asker = askWhose(self.clients, clientId);
  try {
    const answer = await fetch(request);
    // what was read as a visitor's, for want of a refresh, is asked for again by the app
    if (answer.status === 200 && answer.headers.get('x-session') !== 'expired') {
      const copy = answer.clone();
      keeping = keeping.then(() => keepFeed(event, copy, asker)).catch(() => undefined);
      event.waitUntil(keeping);
    }
    void tell(clientId, { type: 'feed', from: 'network' });
    return answer;
  } catch (error) {
    if (request.signal.aborted) throw error;
    const viewer = await asker;
    const kept =
      viewer === null ? undefined : await findFeedPage(await caches.open(LAST_FEED), viewer, request.url);
    if (!kept) throw error;
    void tell(clientId, { type: 'feed', from: 'kept' });
    return kept;
  }
};

const answerPicture = async (event: FetchEvent): Promise<Response> => {
  const { url } = event.request;
  const cache = await caches.open(LAST_PICTURES);
  const kept = await cache.match(url);
  if (kept) return kept;
  let answer: Response;
  try {
    // readable, unlike what an <img> asks for: how large it is must be known
    answer = await fetch(new Request(url, { mode: 'cors', credentials: 'omit' }));
  } catch {
    return fetch(event.request);
  }
  event.waitUntil(keepPicture(cache, url, answer.clone()).catch(() => undefined));
  return answer;
};

const answers: Record<Kind, (event: FetchEvent) => Promise<Response>> = {
  page: ({ request }) => networkFirst(request, '/', PATIENCE),
  theme: ({ request }) => networkFirst(request, '/theme.js'),
  asset: async ({ request }) => (await matchPrecache(request)) ?? fetch(request),
  feed: answerFeed,
  picture: answerPicture,
};

self.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, appAddress, feedAddress);
  if (kind) event.respondWith(answers[kind](event));
});

// the first worker takes the open pages, so that they need not be loaded anew to be kept
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

const handleServes = async (script: string, port: MessagePort | undefined): Promise<void> => {
  const serves = getCacheKeyForURL(script) !== undefined;
  port?.postMessage(serves);
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (serves && pages.length <= 1) await self.skipWaiting();
};

self.addEventListener('message', (event) => {
  const message = event.data as ToWorker;
  event.waitUntil(
    message.type === 'activate' ? self.skipWaiting() : handleServes(message.script, event.ports[0]),
  );
});
