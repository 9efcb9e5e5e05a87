import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import type { CacheSnapshot, WindowVirtualizerHandle } from 'virtua';
import type { ClientPost } from '../model/post';
import type { WindowPlace } from './upkeep';
import { whenLoaded } from '../../../lib/when-loaded';

/** Where a reader was in a list of posts. */
export interface ListPlace extends WindowPlace {
  /** Measured heights, good for `count` cards at `width` pixels. */
  sizes: CacheSnapshot;
  count: number;
}

/** Told of every place that is noted, with its entry of the history. */
export type NotePlace = (entry: string, place: ListPlace) => void;

/** Places by entry of the history; the ones noted longest ago go first. */
const places = new Map<string, ListPlace>();
const KEPT = 30;

/** Remembers a place, so that a list that is shown at this entry begins there. */
export const setPlace: NotePlace = (entry, place) => {
  places.delete(entry);
  places.set(entry, place);
  for (const oldest of places.keys()) {
    if (places.size <= KEPT) break;
    places.delete(oldest);
  }
};

/** The place last noted at an entry, or `undefined`. */
export const placeAt = (entry: string): ListPlace | undefined => places.get(entry);

/** Forgets every place: they are somebody's who left. */
export const forgetPlaces = (): void => places.clear();

/**
 * Keeps the reader's place while the list is shown, and restores it by the post that was in sight, with the heights that
 * were measured when the list is as it was. Answers the heights to start with, and whether it was returned to.
 */
export const useListPlace = (
  list: RefObject<WindowVirtualizerHandle | null>,
  container: RefObject<HTMLElement | null>,
  posts: readonly ClientPost[],
  onPlace: NotePlace | undefined,
): { sizes: CacheSnapshot | undefined; returned: boolean } => {
  const { key } = useLocation();
  const [place] = useState(() => placeAt(key));
  const [usable] = useState(() => place?.count === posts.length && place.width === window.innerWidth);
  const indexOf = useEffectEvent((postId: string | undefined) =>
    posts.findIndex(({ _id }) => _id === postId),
  );
  const note = useEffectEvent((read: WindowPlace) => {
    const sizes = list.current?.cache;
    if (!sizes) return;
    const now = { ...read, sizes, count: posts.length };
    setPlace(key, now);
    onPlace?.(key, now);
  });

  useLayoutEffect(() => {
    if (!place) return undefined;
    window.history.scrollRestoration = 'manual';
    // the browser restores every other page; what comes after this one in the history would else inherit the mode
    const restore = () => {
      window.history.scrollRestoration = 'auto';
    };
    // by the post rather than the offset: while heights are learnt, the two may be noted a moment apart
    const index = indexOf(place.anchor?.postId);
    if (index >= 0)
      list.current?.scrollToIndex(index, { align: 'start', offset: -(place.anchor?.above ?? 0) });
    else window.scrollTo(0, usable ? place.offset : 0);
    return restore;
  }, [place, usable, list]);

  useEffect(() => {
    const reveal = (postId: string) => {
      const index = indexOf(postId);
      if (index >= 0) list.current?.scrollToIndex(index, { align: 'center' });
      return index >= 0;
    };
    // what keeps place and focus comes after the first posts, which do not wait for it
    return whenLoaded(import('./upkeep'), ({ keepFocus, warmUp, watchPlace }) => {
      warmUp();
      const node = container.current;
      if (!node) return undefined;
      const ends = [keepFocus(node, reveal), watchPlace(node, note)];
      return () => ends.forEach((end) => end());
    });
  }, [container, list]);

  return { sizes: usable ? place?.sizes : undefined, returned: place !== undefined };
};
