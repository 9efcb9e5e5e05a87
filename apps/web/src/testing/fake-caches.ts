import { vi } from 'vitest';

/** Cache storage in memory. `room` limits the bytes of all entries, as a full disk does. */
export const fakeCaches = () => {
  const stores = new Map<string, Map<string, ArrayBuffer>>();
  const state = { room: Infinity };
  const used = () =>
    [...stores.values()]
      .flatMap((store) => [...store.values()])
      .reduce((sum, { byteLength }) => sum + byteLength, 0);
  const found = (url: string, cacheName?: string) => {
    const store = [...stores].find(([name, held]) => (cacheName ?? name) === name && held.has(url))?.[1];
    const body = store?.get(url);
    return body && new Response(body);
  };
  const caches = {
    open: (name: string) => {
      const store = stores.get(name) ?? new Map<string, ArrayBuffer>();
      stores.set(name, store);
      return Promise.resolve({
        put: async (url: string, response: Response) => {
          const body = await response.arrayBuffer();
          if (used() + body.byteLength > state.room) throw new DOMException('No room', 'QuotaExceededError');
          store.set(url, body);
        },
      });
    },
    delete: (name: string) => Promise.resolve(stores.delete(name)),
    keys: () => Promise.resolve([...stores.keys()]),
    match: (url: string, { cacheName }: { cacheName?: string } = {}) =>
      Promise.resolve(found(url, cacheName)),
  };
  return {
    caches,
    state,
    names: () => [...stores.keys()],
    addresses: () => [...stores.values()].flatMap((store) => [...store.keys()]),
  };
};

/** Installs cache storage and a service worker that controls the page. `remove` undoes it. */
export const installOffline = (quota = Infinity) => {
  const fake = fakeCaches();
  vi.stubGlobal('caches', fake.caches);
  const browser = {
    serviceWorker: { controller: { postMessage: () => undefined } },
    storage: { estimate: () => Promise.resolve({ quota, usage: 0 }) },
  };
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(navigator, name, { value, configurable: true });
  const remove = () => {
    vi.unstubAllGlobals();
    for (const name of Object.keys(browser)) Reflect.deleteProperty(navigator, name);
  };
  return { ...fake, remove };
};
