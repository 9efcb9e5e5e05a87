import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import type { ClientPost } from '../model/post';
import type { DrawnItemsHandle } from './drawn-items';
import { keepFocus, warmUp, watchPlace, type WindowPlace } from './focus-and-scroll';

type Anchor = NonNullable<WindowPlace['anchor']>;

/** The scroll position in a list of posts. */
export interface ListPlace extends WindowPlace {
  /** The posts after the first visible one, for when that is gone. */
  next?: Anchor[];
  /** Measured heights at `width` pixels, valid while the last of these posts is at its place: a list may only have grown. */
  sizes: readonly number[];
  last?: string | undefined;
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

/** Drops the position at a history entry; all of them e.g. when the user logs out. */
export const forgetPlaces = (entry?: string): void => {
  if (entry === undefined) places.clear();
  else places.delete(entry);
};

/** How many posts a position can do without. */
const NEXT = 10;

/** The posts after the first visible one, and where they are; unmeasured ones count as without a height. */
const nextOf = (posts: readonly ClientPost[], sizes: readonly number[], anchor: Anchor): Anchor[] => {
  const index = posts.findIndex(({ _id }) => _id === anchor.postId);
  let { above } = anchor;
  return posts.slice(index + 1, index + 1 + NEXT).map(({ _id: postId }, place) => {
    above += Math.max(0, sizes[index + place] ?? 0);
    return { postId, above };
  });
};

/** What a position is restored by: the first post in sight, or the next one that is left. */
const anchorLeft = ({ anchor, next = [] }: ListPlace, posts: readonly ClientPost[]): Anchor | undefined => {
  const left = [...(anchor ? [anchor] : []), ...next].find(({ postId }) =>
    posts.some(({ _id }) => _id === postId),
  );
  // the posts that are gone may have filled the screen
  return left && { ...left, above: Math.min(left.above, window.innerHeight / 2) };
};

/**
 * Saves the scroll position while the list is shown, and restores it by the first visible post that is left. Reuses
 * the measured heights if the list has not changed. Returns the saved heights, the index of that post, and whether the
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
  const [usable] = useState(
    () =>
      place?.width === window.innerWidth &&
      place.last !== undefined &&
      posts[place.sizes.length - 1]?._id === place.last,
  );
  const [anchor] = useState(() => place && anchorLeft(place, posts));
  const [start] = useState(() => place && posts.findIndex(({ _id }) => _id === anchor?.postId));
  const indexOf = useEffectEvent((postId: string | undefined) =>
    posts.findIndex(({ _id }) => _id === postId),
  );
  const note = useEffectEvent((read: WindowPlace) => {
    const sizes = list.current?.sizes();
    if (!sizes) return;
    const next = read.anchor ? nextOf(posts, sizes, read.anchor) : [];
    const now = { ...read, next, sizes, last: posts.at(-1)?._id };
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
    const scroll = () => {
      const index = indexOf(anchor?.postId);
      if (anchor && index >= 0) list.current?.scrollToIndex(index, { align: 'start', offset: -anchor.above });
      else window.scrollTo(0, usable ? place.offset : 0);
    };
    scroll();
    // the browser may restore its own offset after this, where a changed list has other posts
    const frame = usable ? undefined : requestAnimationFrame(scroll);
    return () => {
      restore();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [place, anchor, usable, list]);

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
