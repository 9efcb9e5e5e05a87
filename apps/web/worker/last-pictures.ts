/** Limits of the picture cache: the number of pictures and the bytes of each, together at most 36 MB. */
export const PICTURES_MAX = 120;
export const PICTURE_BYTES_MAX = 300_000;

/** Whether a response is a picture that can be cached: complete, readable, and not too large. */
export const isKeepable = async (response: Response): Promise<boolean> =>
  response.status === 200 &&
  response.type !== 'opaque' &&
  (response.headers.get('content-type') ?? '').startsWith('image/') &&
  (await response.clone().blob()).size <= PICTURE_BYTES_MAX;

/** Removes the oldest pictures above the limit. */
export const trim = async (cache: Pick<Cache, 'keys' | 'delete'>): Promise<void> => {
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - PICTURES_MAX))) await cache.delete(key);
};
