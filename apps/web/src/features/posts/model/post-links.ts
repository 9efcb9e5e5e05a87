/** Address of a maps search for a place written by hand (F §2). */
export const mapsSearch = (place: string): string =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(place.trim())}`;

/** Whether an id can be one of the server's: 24 hex digits. */
export const isPostId = (id: unknown): id is string => typeof id === 'string' && /^[0-9a-f]{24}$/i.test(id);
