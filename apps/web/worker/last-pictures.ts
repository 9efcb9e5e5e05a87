/** As many pictures are kept, of at most so many bytes each: 36 MB at the most. */
export const PICTURES_MAX = 120;
export const PICTURE_BYTES_MAX = 300_000;

/** Whether an answer is a picture that may be kept: whole, readable, and not too large. */
export const isKeepable = async (response: Response): Promise<boolean> =>
  response.status === 200 &&
  response.type !== 'opaque' &&
  (response.headers.get('content-type') ?? '').startsWith('image/') &&
  (await response.clone().blob()).size <= PICTURE_BYTES_MAX;

/** Lets the pictures go that came first, where there are too many. */
export const trim = async (cache: Pick<Cache, 'keys' | 'delete'>): Promise<void> => {
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - PICTURES_MAX))) await cache.delete(key);
};
