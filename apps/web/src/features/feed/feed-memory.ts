import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { keys } from '../../cache/keys';
import { useViewer } from '../../lib/viewer';
import { forgetPlaces, placeAt, setPlace, type ListPlace, type NotePlace } from '../post/list/list-place';
import { useSessionStore } from '../session/stores/session-store';
import type { FeedData } from './feed-query';

/** The last feed of a reader, and where they stood in it: for Back and for a reload. */
interface LastFeed {
  viewerId: string | null;
  /** Entry of the history that showed it. */
  entry: string;
  place: ListPlace;
  data: FeedData;
  /** When the data was fetched, in milliseconds since 1970. */
  updatedAt: number;
}

const KEY = 'last-feed';
/** Changes with the shape of what is stored, posts included: what an earlier version of the app kept is not read. */
const VERSION = 3;
/** Characters of session storage that the feed may take; browsers give about five million in all. */
const STORED_MAX = 3_000_000;

let last: LastFeed | undefined;

const reader = (): string | null => useSessionStore.getState().currentUser?._id ?? null;

const store = (): void => {
  if (last?.viewerId !== reader()) return;
  try {
    const text = JSON.stringify({ version: VERSION, ...last });
    if (text.length <= STORED_MAX) window.sessionStorage.setItem(KEY, text);
    else window.sessionStorage.removeItem(KEY);
  } catch {
    // a full storage costs the place after a reload, nothing else
  }
};
// once, as the page goes: on the way to a post it would be work for nothing
window.addEventListener('pagehide', store);

/** Whether this page load returns to a page, by reload or Back; any other is a visit that begins at the top. */
const isReturn = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation === undefined || (navigation as PerformanceNavigationTiming).type !== 'navigate';
};

const stored = (): LastFeed | undefined => {
  if (!isReturn()) return undefined;
  try {
    const found = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null') as
      (Partial<LastFeed> & { version?: number }) | null;
    return found?.version === VERSION && Array.isArray(found.data?.pages) && typeof found.entry === 'string'
      ? (found as LastFeed)
      : undefined;
  } catch {
    return undefined;
  }
};

/** Forgets the last feed: after a new post, which has no place in its order, and when its reader leaves. */
export const forgetFeed = (): void => {
  last = undefined;
  forgetPlaces();
  try {
    window.sessionStorage.removeItem(KEY);
  } catch {
    // nothing was kept there
  }
};

/** Remembers the feed that is in the cache, at a place; nothing of a reader who has left. */
export const keepFeed = (
  client: QueryClient,
  viewerId: string | null,
  entry: string,
  place: ListPlace,
): void => {
  const held = client.getQueryState<FeedData>(keys.feed(viewerId));
  if (held?.data && viewerId === reader())
    last = { viewerId, entry, place, data: held.data, updatedAt: held.dataUpdatedAt };
};

/** Puts the feed of this entry back into an empty cache and the list to its place; `switched` back from Messages, the last one. */
export const restoreFeed = (
  client: QueryClient,
  viewerId: string | null,
  entry: string,
  switched: boolean,
): void => {
  last ??= stored();
  if (last?.viewerId !== viewerId || (last.entry !== entry && !switched)) return;
  const queryKey = keys.feed(viewerId);
  if (client.getQueryData(queryKey) === undefined)
    client.setQueryData<FeedData>(queryKey, last.data, { updatedAt: last.updatedAt });
  if (!placeAt(entry)) setPlace(entry, last.place);
};

/** Gives the cache the feed back that one returns to; call it above `useFeed`. Answers what keeps the reader's place. */
export const useRestoredFeed = (): NotePlace => {
  const location = useLocation();
  const { key } = location;
  const client = useQueryClient();
  const viewerId = useViewer().user?._id ?? null;
  useState(() =>
    restoreFeed(client, viewerId, key, (location.state as { section?: true } | null)?.section === true),
  );
  return useCallback((entry, place) => keepFeed(client, viewerId, entry, place), [client, viewerId]);
};
