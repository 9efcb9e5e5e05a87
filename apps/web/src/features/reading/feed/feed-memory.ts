import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { keys } from '../../../cache/keys';
import { asRecord, readStored, readText, writeStored, writeText } from '../../../lib/json';
import { LAST_FEED } from '../../../lib/offline';
import { useOwnAccount } from '../../../lib/viewer';
import { feedSeed } from '../../content/post/model/feed-seed';
import { toClientPost, type ClientPost } from '../../content/post/model/post';
import {
  forgetPlaces,
  placeAt,
  setPlace,
  type ListPlace,
  type NotePlace,
} from '../../content/post/list/list-place';
import { useSessionStore } from '../../identity/session/stores/session-store';
import { storeFeedMode } from './feed-modes';

/** A page of the feed in the client (F §3). */
export interface FeedPage {
  data: ClientPost[];
  hasNextPage: boolean;
  nextPage: number | null;
  seed: number | null;
  /** Order information of the response, unparsed; `readOrder` reads it. */
  order?: { population: unknown; numbers: unknown; ids: string[] };
}

export type FeedData = InfiniteData<FeedPage, number>;

/**
 * Changes with the shape of the stored data, so that data of earlier versions is ignored. A new field of posts needs
 * no new version, only a default in `toClientPost`.
 */
const VERSION = 5;

/** A reader's last feed and scroll position, for Back, reload and offline use. */
interface LastFeed {
  version: typeof VERSION;
  viewerId: string | null;
  /** Feed mode; undefined for the shuffle. */
  way?: string | undefined;
  /** Key of the history entry that showed it. */
  entry: string;
  place: ListPlace;
  data: FeedData;
  /** When the data was fetched, in milliseconds since 1970. */
  updatedAt: number;
}

/**
 * Maximum number of pages stored for Back and reload, and in local storage for offline use. Browsers store about
 * five million characters.
 */
const OWN_MAX = 80;
const KEPT_MAX = 5;

let last: LastFeed | undefined;

/** The reader's user id; null for a visitor. */
export const reader = (): string | null => useSessionStore.getState().currentUser?._id ?? null;

const isLastFeed = (value: unknown): value is LastFeed => {
  const { version, entry, data } = asRecord(value);
  return version === VERSION && typeof entry === 'string' && Array.isArray(asRecord(data)['pages']);
};

const store = (): void => {
  if (last?.viewerId !== reader()) return;
  const { pages, pageParams } = last.data;
  // A list without its last pages cannot be restored, so store nothing.
  writeStored(LAST_FEED, pages.length <= OWN_MAX ? last : null, 'sessionStorage');
  // Only the shuffle is available offline.
  if (last.way !== undefined) return;
  const begun = { pages: pages.slice(0, KEPT_MAX), pageParams: pageParams.slice(0, KEPT_MAX) };
  writeStored(LAST_FEED, { ...last, data: begun });
};
// Store when the page unloads or goes to the background. Storing when a post opens would be wasted work.
window.addEventListener('pagehide', store);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') store();
});

/** How this page was loaded: `reload`, `back_forward`, or `navigate`, which starts at the top. */
const visit = (): string | undefined =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type;

/** Reloading another mode within this many pixels of its top fetches new posts. */
const TOP = 200;

const stored = (area: 'sessionStorage' | 'localStorage'): LastFeed | undefined => {
  const found = readStored<LastFeed | undefined>(LAST_FEED, isLastFeed, undefined, area);
  if (!found) return undefined;
  const pages = found.data.pages.map((page) => ({ ...page, data: page.data.map(toClientPost) }));
  return { ...found, data: { ...found.data, pages } };
};

/** Removes the last feed: after a new post, which has no position in its order, and when its reader signs out. */
export const forgetFeed = (): void => {
  last = undefined;
  forgetPlaces();
  writeStored(LAST_FEED, null, 'sessionStorage');
  writeStored(LAST_FEED, null);
};

/** Remembers the cached feed with its scroll position, unless the reader has signed out. */
export const keepFeed = (
  client: QueryClient,
  viewerId: string | null,
  entry: string,
  place: ListPlace,
  way?: string,
): void => {
  const held = client.getQueryState<FeedData>(keys.feed(viewerId, way));
  if (held?.data && viewerId === reader())
    last = { version: VERSION, viewerId, way, entry, place, data: held.data, updatedAt: held.dataUpdatedAt };
};

/**
 * Restores the feed of this entry to an empty cache, with its scroll position. With `switched` (back from
 * Messages), restores the last one.
 */
export const restoreFeed = (
  client: QueryClient,
  viewerId: string | null,
  entry: string,
  switched: boolean,
  way?: string,
): void => {
  last ??= visit() === 'navigate' ? undefined : stored('sessionStorage');
  if (last?.viewerId !== viewerId || last.way !== way || (last.entry !== entry && !switched)) return;
  if (way !== undefined && visit() === 'reload' && last.place.offset < TOP) return;
  const queryKey = keys.feed(viewerId, way);
  if (client.getQueryData(queryKey) === undefined)
    client.setQueryData<FeedData>(queryKey, last.data, { updatedAt: last.updatedAt });
  if (!placeAt(entry)) setPlace(entry, last.place);
};

/**
 * Returns a page of the reader's last feed while the server is down.
 * @param page from 1
 * @param seed of the list to continue; null starts a list, with any seed
 */
export const keptPage = (
  viewerId: string | null,
  page: number,
  seed: number | null,
): FeedPage | undefined => {
  const kept = stored('localStorage');
  const found = kept?.viewerId === viewerId ? kept.data.pages[page - 1] : undefined;
  return seed === null || found?.seed === seed ? found : undefined;
};

/**
 * Restores the feed to the cache after Back or reload; call it above the hook that reads the feed. Returns a
 * callback that saves the reader's position.
 * @param way feed mode; undefined for the shuffle
 */
export const useRestoredFeed = (way?: string): NotePlace => {
  const location = useLocation();
  const { key } = location;
  const client = useQueryClient();
  const viewerId = useOwnAccount()?._id ?? null;
  useState(() =>
    restoreFeed(client, viewerId, key, (location.state as { section?: true } | null)?.section === true, way),
  );
  return useCallback(
    (entry, place) => keepFeed(client, viewerId, entry, place, way),
    [client, viewerId, way],
  );
};

/** The toast that names a shuffle. Only one shows at a time. */
export const SHUFFLE_TOAST = { id: 'shuffle' };

/** Storage key of a seed that others have too. */
export const FOLLOWED = 'followed-seed';

/** Whether the order of this seed was opened by its link or name, so that others have it too. */
export const isFollowedSeed = (seed: number | null): boolean =>
  readText(FOLLOWED, 'sessionStorage') === String(seed);

const follow = (seed: number): void => {
  storeFeedMode('shuffle');
  feedSeed.replace(seed);
  writeText(FOLLOWED, String(seed), 'sessionStorage');
};

/** Makes the order of a seed the feed of this browser session, from its start. */
export const startShuffle = (client: QueryClient, viewerId: string | null, seed: number): void => {
  client.removeQueries({ queryKey: keys.feed(viewerId) });
  follow(seed);
};

/**
 * The same while the feed shows: fetches the posts at once.
 * @param entry key of the history entry, whose place was one among the former posts
 */
export const restartShuffle = (
  client: QueryClient,
  viewerId: string | null,
  seed: number,
  entry: string,
): void => {
  follow(seed);
  last = undefined;
  // not before: the former posts may note their place until they are gone
  void client.resetQueries({ queryKey: keys.feed(viewerId) }).then(() => forgetPlaces(entry));
};

/**
 * Uses the seed of a shared shuffle link, `/home?seed=4711`, for this browser session, and replaces the URL with
 * `/home`, so that a refresh picks a new seed. Call it above the hooks that restore and read the feed.
 */
export const useSharedSeed = (): void => {
  const { pathname, search } = useLocation();
  const seed = new URLSearchParams(search).get('seed');
  const navigate = useNavigate();
  const client = useQueryClient();
  const viewerId = useOwnAccount()?._id ?? null;
  useState(() => {
    if (/^\d{1,6}$/.test(seed ?? '')) startShuffle(client, viewerId, Number(seed));
  });
  const isShared = seed !== null;
  useEffect(() => {
    if (isShared) void navigate(pathname, { replace: true });
  }, [isShared, navigate, pathname]);
};
