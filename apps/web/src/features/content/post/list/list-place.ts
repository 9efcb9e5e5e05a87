import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import type { ClientPost } from '../model/post';
import type { DrawnItemsHandle } from './drawn-items';
import { keepFocus, warmUp, watchPlace, type WindowPlace } from './focus-and-scroll';

/** The scroll position in a list of posts. */
export interface ListPlace extends WindowPlace {
  /** Measured heights, valid for `count` cards at `width` pixels. */
  sizes: readonly number[];
  count: number;
}

/** Called with every noted position and its history entry. */
export type NotePlace = (entry: string, place: ListPlace) => void;

/** Positions by history entry; the oldest are dropped first. */
const places = new Map<string, ListPlace>();
const KEPT = 30;

/** Stores a position, which a list shown at this history entry starts from. */
export const setPlace: NotePlace = (entry, place) => {
  places.delete(entry);
  places.set(entry, place);
  for (const oldest of places.keys()) {
    if (places.size <= KEPT) break;
    places.delete(oldest);
  }
};

/** Returns the last position at a history entry, or `undefined`. */
export const placeAt = (entry: string): ListPlace | undefined => places.get(entry);

/** Drops all positions, e.g. when the user logs out. */
export const forgetPlaces = (): void => places.clear();

/**
 * Saves the scroll position while the list is shown, and restores it by the first visible post. Reuses the measured
 * heights if the list has not changed. Returns the saved heights, the index of the first visible post, and whether the
 * user came back.
 */
export const useListPlace = (
  list: RefObject<DrawnItemsHandle | null>,
  container: RefObject<HTMLElement | null>,
  posts: readonly ClientPost[],
  onPlace: NotePlace | undefined,
): { sizes: readonly number[] | undefined; start: number | undefined; returned: boolean } => {
  const { key } = useLocation();
  const [place] = useState(() => placeAt(key));
  const [usable] = useState(() => place?.count === posts.length && place.width === window.innerWidth);
  const [start] = useState(() => place && posts.findIndex(({ _id }) => _id === place.anchor?.postId));
  const indexOf = useEffectEvent((postId: string | undefined) =>
    posts.findIndex(({ _id }) => _id === postId),
  );
  const note = useEffectEvent((read: WindowPlace) => {
    const sizes = list.current?.sizes();
    if (!sizes) return;
    const now = { ...read, sizes, count: posts.length };
    setPlace(key, now);
    onPlace?.(key, now);
  });

  useLayoutEffect(() => {
    if (!place) return undefined;
    window.history.scrollRestoration = 'manual';
    // the browser restores every other page; later history entries would inherit the mode
    const restore = () => {
      window.history.scrollRestoration = 'auto';
    };
    // by post, not by offset: while heights are being measured, the two may be out of step
    const index = indexOf(place.anchor?.postId);
    if (index >= 0)
      list.current?.scrollToIndex(index, { align: 'start', offset: -(place.anchor?.above ?? 0) });
    else window.scrollTo(0, usable ? place.offset : 0);
    return restore;
  }, [place, usable, list]);

  useEffect(() => {
    warmUp();
    const node = container.current;
    if (!node) return undefined;
    const reveal = (postId: string) => {
      const index = indexOf(postId);
      if (index >= 0) list.current?.scrollToIndex(index, { align: 'center' });
      return index >= 0;
    };
    const ends = [keepFocus(node, reveal), watchPlace(node, note)];
    return () => ends.forEach((end) => end());
  }, [container, list]);

  return { sizes: usable ? place?.sizes : undefined, start, returned: place !== undefined };
};
