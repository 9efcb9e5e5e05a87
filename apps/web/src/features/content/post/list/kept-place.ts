import { useLayoutEffect, useRef, type RefObject } from 'react';
import { lastPosition } from '../../../../lib/on-scroll';
import type { Item } from './item-sizes';

/** Drawn items, `to` excluded. */
export interface Range {
  from: number;
  to: number;
}

interface Drawn extends Range {
  items: readonly Item[];
}

/** Whether the drawn items are where they were. */
const isUnmoved = ({ items, from, to }: Drawn, now: readonly Item[]): boolean =>
  items === now || items.slice(from, to).every(({ _id }, place) => now[from + place]?._id === _id);

/**
 * Where the drawn items are in a changed list, -1 for those that are gone. Null if it is another list: most of them are
 * gone, or they are in another order.
 */
const placesIn = (now: readonly Item[], { items, from, to }: Drawn): number[] | null => {
  const drawn = items.slice(from, to);
  const places = drawn.map(({ _id }) => now.findIndex((item) => item._id === _id));
  const left = places.filter((place) => place !== -1);
  const isSame = left.length * 2 >= places.length && left.every((place, at) => place > (left[at - 1] ?? -1));
  return isSame ? places : null;
};

/** The range that draws the same items in a changed list. */
export const movedRange = (before: Drawn, now: readonly Item[]): Range => {
  const { from, to } = before;
  const places = isUnmoved(before, now) ? null : placesIn(now, before);
  const first = places?.findIndex((place) => place !== -1) ?? -1;
  if (!places || first === -1) return { from, to };
  const by = places[first]! - from - first;
  // new items at the top are drawn
  return { from: from === 0 ? 0 : Math.max(0, from + by), to: to + by };
};

/** How far a page that became too short for its position has moved the screen to its end, in pixels. */
const cutOff = (): number => {
  const { scrollY } = window;
  const { clientHeight, scrollHeight } = document.documentElement;
  return scrollY + clientHeight >= scrollHeight - 1 ? Math.max(0, lastPosition() - scrollY) : 0;
};

/** Scrolls by what has moved above the screen, in pixels. */
export const scrollAlong = (moved: number): void => {
  if (moved !== 0) window.scrollBy({ top: moved + cutOff(), behavior: 'instant' });
};

interface Shown extends Drawn {
  /** Height of the items above the drawn ones, in pixels. */
  space: number;
}

/** An item that stays in place. */
interface Anchor {
  /** Its index in the present list. */
  index: number;
  /** Its former distance from the top of the list, in pixels. */
  offset: number;
}

/** The first item in sight that is still in a changed list. */
const anchorIn = (
  { items, from, to }: Drawn,
  before: Shown,
  above: number,
  heightOf: (item: Item) => number,
): Anchor | undefined => {
  let offset = before.space;
  for (const [place, index] of (placesIn(items, before) ?? []).entries()) {
    const bottom = offset + heightOf(before.items[before.from + place]!);
    if (bottom > above && index >= from && index < to) return { index, offset };
    offset = bottom;
  }
  return undefined;
};

/**
 * Keeps what the user reads in place while items of unknown height are drawn above it, and while items above it come
 * and go.
 */
export const useKeptPlace = (
  box: RefObject<HTMLDivElement | null>,
  shown: Shown,
  heightOf: (item: Item) => number,
  all: boolean,
): void => {
  const last = useRef(shown);
  useLayoutEffect(() => {
    const before = last.current;
    last.current = shown;
    const { items, from, to } = shown;
    const isSame = isUnmoved(before, items);
    if (!box.current || all || (isSame && (from >= before.from || before.from >= to))) return;
    const { top } = box.current.getBoundingClientRect();
    const above = cutOff() - top;
    // above its first item nothing is out of sight
    if (!isSame && above <= 0) return;
    const anchor = isSame
      ? { index: before.from, offset: before.space }
      : anchorIn(shown, before, above, heightOf);
    const node = anchor && box.current.children[1 + anchor.index - from];
    const moved = node ? node.getBoundingClientRect().top - top - anchor.offset : 0;
    if (Math.abs(moved) > 0.5) scrollAlong(moved);
  });
};
