import { cleanupOutdatedCaches, getCacheKeyForURL, matchPrecache, precache } from 'workbox-precaching';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { isKeepable, trim } from './last-pictures';
import { LAST_PICTURES, type ToWorker } from './protocol';
import { kindOf, type Kind } from './requests';

declare const self: ServiceWorkerGlobalScope;
/** The files of the build, with a hash where their name has none; put here by build-worker.ts. */
declare const BUILD_FILES: { url: string; revision: string | null }[];

/** How long the network is waited for before the kept file is used; seconds. */
const PATIENCE = 4;

const appAddress = new URL(self.location.href);

precache(BUILD_FILES);
cleanupOutdatedCaches();

/** The network's answer, or else the build's own file: a server that is in trouble, or never answers, counts as none. */
const networkFirst = (file: string): NetworkFirst =>
  new NetworkFirst({
    networkTimeoutSeconds: PATIENCE,
    plugins: [
      {
        fetchDidSucceed: ({ response }) =>
          response.status < 500 ? Promise.resolve(response) : Promise.reject(new Error('The server failed')),
        cacheWillUpdate: () => Promise.resolve(null),
        cachedResponseWillBeUsed: () => matchPrecache(file),
      },
    ],
  });

const page = networkFirst('/');
const theme = networkFirst('/theme.js');

const picture = new CacheFirst({
  cacheName: LAST_PICTURES,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      // readable, unlike what an <img> asks for: how large it is must be known
      requestWillFetch: ({ request: { url } }) =>
        Promise.resolve(new Request(url, { mode: 'cors', credentials: 'omit' })),
      cacheWillUpdate: async ({ response }) => ((await isKeepable(response)) ? response : null),
      cacheDidUpdate: async ({ cacheName }) => trim(await caches.open(cacheName)),
      // one that may not be read is shown all the same
      handlerDidError: ({ request }) => fetch(request),
    },
  ],
});

const answers: Record<Kind, (event: FetchEvent) => Promise<Response>> = {
  page: (event) => page.handle(event),
  theme: (event) => theme.handle(event),
  asset: async ({ request }) => (await matchPrecache(request)) ?? fetch(request),
  picture: (event) => picture.handle(event),
};

self.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, appAddress);
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
