import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import type { CacheSnapshot, WindowVirtualizerHandle } from 'virtua';
import { keys } from '../../cache/keys';
import type { ClientPost } from '../post/model/post';
import { useViewer } from '../../lib/viewer';
import { lastPlace, placeFor, type FeedPlace } from './feed-place';
import type { FeedData } from './feed-query';

/** Written by the switch between Home and Messages. */
interface SectionState {
  section?: true;
}

/** The kept place that this visit returns to: Back, a reload, or the switch from Messages. */
const useReturnPlace = (): FeedPlace | undefined => {
  const location = useLocation();
  const { key } = location;
  const { user } = useViewer();
  const viewerId = user?._id ?? null;
  const [place] = useState(() => {
    const switched = (location.state as SectionState | null)?.section === true;
    return placeFor(key, viewerId) ?? (switched ? lastPlace(viewerId) : undefined);
  });
  return place;
};

/**
 * Gives the cache the posts of a reload back before the feed asks for them. Call it above `useFeed`.
 */
export const useRestoredFeed = (): void => {
  const place = useReturnPlace();
  const client = useQueryClient();
  const { user } = useViewer();
  useState(() => {
    const queryKey = keys.feed(user?._id ?? null);
    if (place && client.getQueryData(queryKey) === undefined)
      client.setQueryData<FeedData>(queryKey, place.data, { updatedAt: place.updatedAt });
  });
};

/**
 * Keeps the reader's place while the list is shown, and restores it: by measured heights when the list is as it was,
 * by the post that was in sight when it changed. Answers the heights to start with.
 */
export const useFeedPlace = (
  list: RefObject<WindowVirtualizerHandle | null>,
  container: RefObject<HTMLElement | null>,
  posts: readonly ClientPost[],
): CacheSnapshot | undefined => {
  const place = useReturnPlace();
  const client = useQueryClient();
  const { key } = useLocation();
  const { user } = useViewer();
  const viewerId = user?._id ?? null;
  const [usable] = useState(() => place?.count === posts.length && place.width === window.innerWidth);
  const latest = useRef({ key, posts });
  useLayoutEffect(() => {
    latest.current = { key, posts };
  });

  useLayoutEffect(() => {
    if (!place) return undefined;
    window.history.scrollRestoration = 'manual';
    // the browser restores every other page; what comes after this one in the history would else inherit the mode
    const restore = () => {
      window.history.scrollRestoration = 'auto';
    };
    if (usable) {
      window.scrollTo(0, place.offset);
      return restore;
    }
    const index = latest.current.posts.findIndex(({ _id }) => _id === place.anchor?.postId);
    if (index >= 0)
      list.current?.scrollToIndex(index, { align: 'start', offset: -(place.anchor?.above ?? 0) });
    else window.scrollTo(0, 0);
    return restore;
  }, [place, usable, list]);

  useEffect(() => {
    let left = false;
    let stop: (() => void) | undefined;
    void import('./upkeep').then(
      ({ watchPlace }) => {
        const node = container.current;
        if (left || !node) return;
        stop = watchPlace({
          viewerId,
          container: node,
          sizes: () => list.current?.cache,
          data: () => client.getQueryState<FeedData>(keys.feed(viewerId)),
          list: () => ({ entry: latest.current.key, count: latest.current.posts.length }),
        });
      },
      () => undefined,
    );
    return () => {
      left = true;
      stop?.();
    };
  }, [client, container, list, viewerId]);

  return usable ? place?.sizes : undefined;
};
