import type { CacheSnapshot } from 'virtua';
import type { FeedData } from './feed-query';

/** Where a reader was in the feed, and enough of the feed to stand there again. */
export interface FeedPlace {
  /** History entry that it belongs to. */
  entry: string;
  viewerId: string | null;
  /** Window offset in pixels. */
  offset: number;
  /** First card in sight and how far above the screen's top it begins, in pixels. */
  anchor: { postId: string; above: number } | null;
  /** Measured heights, good for `count` cards at `width` pixels. */
  sizes: CacheSnapshot;
  count: number;
  width: number;
  data: FeedData;
  /** When the data was fetched, in milliseconds since 1970. */
  updatedAt: number;
}

const KEY = 'feed-place';
/** Changes with the shape of a stored place or post: what an earlier version of the app kept is not read. */
const VERSION = 2;
/** Characters of session storage that the feed may take; browsers give about five million in all. */
const STORED_MAX = 3_000_000;

type StoredPlace = Partial<FeedPlace> & { version?: number };

let held: FeedPlace | undefined;
/** Who left: the list that is taken down after them has nothing to note any more. */
let gone: string | null | undefined;

/** Remembers the place for Back and, where the storage takes it, for a reload. */
export const keepPlace = (place: FeedPlace, store: boolean): void => {
  if (place.viewerId === gone) return;
  held = place;
  if (!store) return;
  try {
    const text = JSON.stringify({ version: VERSION, ...place });
    if (text.length <= STORED_MAX) window.sessionStorage.setItem(KEY, text);
    else window.sessionStorage.removeItem(KEY);
  } catch {
    // a full storage costs the place after a reload, nothing else
  }
};

/** Whether this page load returns to a page, by reload or Back; any other is a visit that begins at the top. */
const isReturn = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation === undefined || (navigation as PerformanceNavigationTiming).type !== 'navigate';
};

const stored = (): FeedPlace | undefined => {
  if (!isReturn()) return undefined;
  try {
    const text = window.sessionStorage.getItem(KEY);
    const place = text === null ? undefined : (JSON.parse(text) as StoredPlace | null);
    return place?.version === VERSION && Array.isArray(place.data?.pages) && typeof place.entry === 'string'
      ? (place as FeedPlace)
      : undefined;
  } catch {
    return undefined;
  }
};

/** The place kept for this history entry and viewer, or `undefined`. */
export const placeFor = (entry: string, viewerId: string | null): FeedPlace | undefined => {
  if (viewerId === gone) gone = undefined;
  held ??= stored();
  return held?.entry === entry && held.viewerId === viewerId ? held : undefined;
};

/** The place last kept for this viewer, whatever the entry: for coming back from the Messages section. */
export const lastPlace = (viewerId: string | null): FeedPlace | undefined =>
  held?.viewerId === viewerId ? held : undefined;

/** Forgets it, as after a new post, which has no place in the order of before. */
export const forgetPlace = (): void => {
  held = undefined;
  try {
    window.sessionStorage.removeItem(KEY);
  } catch {
    // nothing was kept there
  }
};

/** Forgets it for good when its reader leaves, so that the next one at this browser finds nothing (security 22). */
export const leavePlace = (viewerId: string | null): void => {
  gone = viewerId;
  forgetPlace();
};
