import { cleanupOutdatedCaches, getCacheKeyForURL, matchPrecache, precache } from 'workbox-precaching';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { filesIn, type BuildFile } from './build-files';
import { isKeepable, trim } from './last-pictures';
import { keptAnswer, keptPicture } from './kept';
import { LAST_PICTURES, type ToWorker } from './protocol';
import { kindOf, type Kind } from './requests';

declare const self: ServiceWorkerGlobalScope;
/** The files of the build, with a hash if the name has none; inserted by build-worker.ts. */
declare const BUILD_FILES: BuildFile[];

/** How long to wait for the network before using the cached file; seconds. */
const PATIENCE = 4;

const appAddress = new URL(self.location.href);

/** Where the scripts of the page's language are; the page names it as it registers the worker. */
const language = /^\/l\/[\w-]+$/.exec(appAddress.searchParams.get('words') ?? '')?.[0] ?? '';

precache(filesIn(language, BUILD_FILES));
cleanupOutdatedCaches();

/** Tries the network first, then the build's cached file. A server error or a timeout counts as no response. */
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

/** Number of users who left since the worker started. */
let left = 0;

const picture = new CacheFirst({
  cacheName: LAST_PICTURES,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      // request it readable, unlike an <img> does: the size must be known
      requestWillFetch: ({ request: { url }, state }) => {
        if (state) state['left'] = left;
        return Promise.resolve(new Request(url, { mode: 'cors', credentials: 'omit' }));
      },
      cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
        cachedResponse ?? (await keptAnswer(keptPicture(request.url))) ?? null,
      cacheWillUpdate: async ({ response }) => ((await isKeepable(response)) ? response : null),
      cacheDidUpdate: async ({ cacheName, state }) => {
        // it was requested by a user who has left since
        if (state?.['left'] !== left) await caches.delete(cacheName);
        else await trim(await caches.open(cacheName));
      },
      // if it may not be read, show it uncached
      handlerDidError: ({ request }) => fetch(request),
    },
  ],
});

const answers: Record<Kind, (event: FetchEvent) => Promise<Response>> = {
  page: (event) => page.handle(event),
  theme: (event) => theme.handle(event),
  asset: async ({ request }) => (await matchPrecache(request)) ?? fetch(request),
  picture: (event) => picture.handle(event),
  // only without a network: the server's answer is always newer
  kept: async ({ request }) => {
    try {
      return await fetch(request);
    } catch (error) {
      const found = await keptAnswer(request.url);
      if (found === undefined) throw error;
      return found;
    }
  },
};

self.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, appAddress);
  if (kind) event.respondWith(answers[kind](event));
});

// the first worker controls the open pages at once, so that they are cached without a reload
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

const handleForget = async (): Promise<void> => {
  left += 1;
  await caches.delete(LAST_PICTURES);
};

const handleServes = async (script: string, port: MessagePort | undefined): Promise<void> => {
  const serves = getCacheKeyForURL(script) !== undefined;
  port?.postMessage(serves);
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (serves && pages.length <= 1) await self.skipWaiting();
};

self.addEventListener('message', (event) => {
  const message = event.data as ToWorker;
  if (message.type === 'activate') event.waitUntil(self.skipWaiting());
  else if (message.type === 'forget') event.waitUntil(handleForget());
  else event.waitUntil(handleServes(message.script, event.ports[0]));
});
