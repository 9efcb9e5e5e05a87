import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { keys } from '../../cache/keys';
import { asRecord, readStored, writeStored } from '../../lib/json';
import { LAST_FEED } from '../../lib/offline';
import { useOwnAccount } from '../../lib/viewer';
import { feedSeed } from '../post/model/feed-seed';
import type { ClientPost } from '../post/model/post';
import { forgetPlaces, placeAt, setPlace, type ListPlace, type NotePlace } from '../post/list/list-place';
import { useSessionStore } from '../session/stores/session-store';
import { keepWay } from './ways';

/** A page of the feed as the client holds it (F §3). */
export interface FeedPage {
  data: ClientPost[];
  hasNextPage: boolean;
  nextPage: number | null;
  seed: number | null;
  /** What the answer said of its order, as it came: `readOrder` reads it. */
  order?: { population: unknown; numbers: unknown; ids: string[] };
}

export type FeedData = InfiniteData<FeedPage, number>;

/** The last feed of a reader, and where they stood in it: for Back, for a reload, and while the server is away. */
interface LastFeed {
  /** Changes with the shape of what is stored, posts included: what an earlier version of the app kept is not read. */
  version: 4;
  viewerId: string | null;
  /** The way that it was read in; none for the shuffle. */
  way?: string | undefined;
  /** Entry of the history that showed it. */
  entry: string;
  place: ListPlace;
  data: FeedData;
  /** When the data was fetched, in milliseconds since 1970. */
  updatedAt: number;
}

/** Pages kept for Back and reload, and of the feed that outlives its tab: storages hold about five million characters. */
const OWN_MAX = 80;
const KEPT_MAX = 5;

let last: LastFeed | undefined;

const reader = (): string | null => useSessionStore.getState().currentUser?._id ?? null;

const isLastFeed = (value: unknown): value is LastFeed => {
  const { version, entry, data } = asRecord(value);
  return version === 4 && typeof entry === 'string' && Array.isArray(asRecord(data)['pages']);
};

const store = (): void => {
  if (last?.viewerId !== reader()) return;
  const { pages, pageParams } = last.data;
  // without its end a list cannot be returned to
  writeStored(LAST_FEED, pages.length <= OWN_MAX ? last : null, 'sessionStorage');
  // without a server there is the shuffle
  if (last.way !== undefined) return;
  const begun = { pages: pages.slice(0, KEPT_MAX), pageParams: pageParams.slice(0, KEPT_MAX) };
  writeStored(LAST_FEED, { ...last, data: begun });
};
// as the page goes or is left in the background: on the way to a post it would be work for nothing
window.addEventListener('pagehide', store);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') store();
});

/** How this page was loaded: by `reload`, `back_forward`, or as a visit that begins at the top, `navigate`. */
const visit = (): string | undefined =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type;

/** Whoever reloads a way no further down than so many pixels wants what is new at its top. */
const TOP = 200;

const stored = (area: 'sessionStorage' | 'localStorage'): LastFeed | undefined =>
  readStored<LastFeed | undefined>(LAST_FEED, isLastFeed, undefined, area);

/** Forgets the last feed: after a new post, which has no place in its order, and when its reader leaves. */
export const forgetFeed = (): void => {
  last = undefined;
  forgetPlaces();
  writeStored(LAST_FEED, null, 'sessionStorage');
  writeStored(LAST_FEED, null);
};

/** Remembers the feed that is in the cache, at a place; nothing of a reader who has left. */
export const keepFeed = (
  client: QueryClient,
  viewerId: string | null,
  entry: string,
  place: ListPlace,
  way?: string,
): void => {
  const held = client.getQueryState<FeedData>(keys.feed(viewerId, way));
  if (held?.data && viewerId === reader())
    last = { version: 4, viewerId, way, entry, place, data: held.data, updatedAt: held.dataUpdatedAt };
};

/** Puts the feed of this entry back into an empty cache and the list to its place; `switched` back from Messages, the last one. */
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
 * The page of the feed that this reader saw last, for want of a server.
 * @param page from 1
 * @param seed of the list that goes on; null begins one, whatever its seed
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
 * Gives the cache the feed back that one returns to; call it above what reads it. Answers what keeps the reader's place.
 * @param way that it is read in; none for the shuffle
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

/**
 * Takes the seed of an address that shares a shuffle, `/home?seed=4711`, for this browser session, and leaves `/home`, so
 * that a refresh shuffles anew. Call it above what restores and reads the feed.
 */
export const useSharedSeed = (): void => {
  const { pathname, search } = useLocation();
  const seed = new URLSearchParams(search).get('seed');
  const navigate = useNavigate();
  const client = useQueryClient();
  const viewerId = useOwnAccount()?._id ?? null;
  useState(() => {
    if (!/^\d{1,6}$/.test(seed ?? '')) return;
    client.removeQueries({ queryKey: keys.feed(viewerId) });
    keepWay('shuffle');
    feedSeed.replace(Number(seed));
  });
  const isShared = seed !== null;
  useEffect(() => {
    if (isShared) void navigate(pathname, { replace: true });
  }, [isShared, navigate, pathname]);
};
