/** As many pictures are kept, of at most so many bytes each: 36 MB at the most. */
export const PICTURES_MAX = 120;
export const PICTURE_BYTES_MAX = 300_000;

/** Whether an answer is a picture that may be kept: whole, readable, and not too large. */
const isKeepable = (response: Response): boolean =>
  response.status === 200 &&
  response.type !== 'opaque' &&
  (response.headers.get('content-type') ?? '').startsWith('image/');

/** Keeps a picture; the one that came first goes when there are too many. */
export const keepPicture = async (cache: Cache, address: string, response: Response): Promise<void> => {
  if (!isKeepable(response)) return;
  const picture = await response.blob();
  if (picture.size > PICTURE_BYTES_MAX) return;
  await cache.put(address, new Response(picture, { headers: response.headers }));
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - PICTURES_MAX))) await cache.delete(key);
};
