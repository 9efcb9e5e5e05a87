/** Names of the caches that hold collections kept for offline reading begin with this. */
export const KEPT = 'kept-';

/** The address under which every width of an uploaded or demo picture is kept. */
export const keptPicture = (url: string): string =>
  url
    .replace(/(\/media\/(?:remote\/[0-9a-f]{32}\/[\w-]+|[0-9a-f]{32})\/)\d+\.webp$/, '$11280.webp')
    .replace(/(\/demo-media\/)\d+\/(?=pictures\/)/, '$1');

/** Finds what is kept for an address, without its query. Costs little where nothing is kept. */
export const keptAnswer = async (url: string): Promise<Response | undefined> => {
  for (const cacheName of (await caches.keys()).filter((name) => name.startsWith(KEPT))) {
    const found = await caches.match(url, { cacheName, ignoreSearch: true, ignoreVary: true });
    if (found) return found;
  }
  return undefined;
};
