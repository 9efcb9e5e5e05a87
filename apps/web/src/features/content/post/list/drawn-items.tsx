import {
  startTransition,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type HTMLAttributes,
  type ReactElement,
  type Ref,
} from 'react';
import { flushSync } from 'react-dom';
import { toDraw } from '../../../../lib/drawn';
import { createSizes, knownSizes, UNKNOWN, type Item } from './item-sizes';
import { movedRange, scrollAlong, useKeptPlace, type Range } from './kept-place';

/** How near to the screen undrawn items may come, in pixels. */
const NEAR = 800;
/** How far beyond the screen items are then drawn, in pixels: in the direction of the scroll, and behind it. */
const FAR = 2400;
const BEHIND = 1200;
/** What touches the edge counts as in sight to the observer, which rounds to pixels: more than that is drawn. */
const EDGE = 1;
/** How many items are drawn around one that is scrolled to, before and after it. */
const AROUND = 4;

/** Height of the screen in pixels. In Safari `innerHeight` shrinks when a pinch enlarges the page; observers go on as before. */
const screenHeight = (): number => Math.max(window.innerHeight, document.documentElement.clientHeight);

interface ScrollOptions {
  align: 'start' | 'center';
  /** Added to the scroll position, in pixels. */
  offset?: number;
}

export interface DrawnItemsHandle {
  /** Measured heights in pixels by index; -1 for items that have not been drawn. */
  sizes: () => number[];
  /** Draws the item at this index and scrolls to it. */
  scrollToIndex: (index: number, options: ScrollOptions) => void;
}

interface DrawnItemsProps<T extends Item> {
  ref: Ref<DrawnItemsHandle>;
  items: readonly T[];
  /** Height of an item that has not been drawn, in pixels. */
  estimate: number;
  /** Heights measured earlier, from `sizes`. */
  sizes?: readonly number[] | undefined;
  /** Index of the item that is shown first. */
  start?: number | undefined;
  /** How many items are drawn at first, even below the screen. */
  least: number;
  /** Draws all items, for printing. */
  all: boolean;
  /** Whether to draw items beyond the screen. */
  ahead: boolean;
  propsOf: (item: T, index: number) => HTMLAttributes<HTMLDivElement>;
  children: (item: T, index: number) => ReactElement | null;
}

interface MeasuredProps extends HTMLAttributes<HTMLDivElement> {
  id: string;
  observe: (node: Element, id: string) => () => void;
}

const Measured = ({ id, observe, ...rest }: MeasuredProps) => {
  const node = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (node.current ? observe(node.current, id) : undefined), [observe, id]);
  return <div {...rest} ref={node} />;
};

/** The items that a page arrives with. */
const ArrivingItems = <T extends Item>({
  items,
  propsOf,
  children,
}: Pick<DrawnItemsProps<T>, 'items' | 'propsOf' | 'children'>) => {
  const itemAt = (item: T, index: number) => (
    <div key={item._id} {...propsOf(item, index)}>
      {children(item, index)}
    </div>
  );
  const first = items.slice(0, toDraw.rest).map(itemAt);
  return (
    <div>
      <div />
      {first.slice(0, toDraw.posts)}
      {first.length > toDraw.posts ? <noscript>{first.slice(toDraw.posts)}</noscript> : null}
    </div>
  );
};

/**
 * Items in a column, of which only those around the screen are in the document. They are drawn several at a time, well
 * before they come into sight, so that styles and layout are worked out once for all of them; the space of the others is
 * kept free by their measured heights.
 */
export const DrawnItems = <T extends Item>(props: DrawnItemsProps<T>) => {
  const { ref, items, estimate, all, ahead, children, propsOf } = props;
  const box = useRef<HTMLDivElement>(null);
  const [sizes] = useState(() => createSizes(knownSizes(items, props.sizes)));
  const heightOf = (index: number) => sizes.of(items[index]) ?? estimate;
  /** Height of the items from one index to another. */
  const heightBetween = (from: number, to: number) => {
    let height = 0;
    for (let index = from; index < to; index += 1) height += heightOf(index);
    return height;
  };
  /** Items between two offsets from the top of the list, in pixels. */
  const itemsBetween = (top: number, bottom: number) => {
    let from = 0;
    let offset = 0;
    while (from < items.length - 1 && offset + heightOf(from) <= top) offset += heightOf(from++);
    let to = from;
    while (to < items.length && (offset < bottom || to === from)) offset += heightOf(to++);
    return { from, to };
  };
  const [drawn, setDrawn] = useState<Range>(() => {
    if (props.start !== undefined && props.start >= 0)
      return { from: Math.max(0, props.start - AROUND), to: props.start + AROUND };
    const { from: first, to: end } = itemsBetween(0, screenHeight());
    return { from: first, to: Math.max(end, props.least) };
  });
  const [listed, setListed] = useState(items);
  if (items !== listed) {
    setListed(items);
    setDrawn(movedRange({ ...drawn, items: listed }, items));
  }
  const from = all ? 0 : Math.min(drawn.from, Math.max(0, items.length - 1));
  const to = all ? items.length : Math.min(Math.max(drawn.to, from), items.length);
  const space = heightBetween(0, from);

  /** Draws the items around the screen, unless they are. @returns whether it does */
  const look = useEffectEvent((): boolean => {
    if (!box.current || box.current.offsetParent === null) return false;
    const top = -box.current.getBoundingClientRect().top;
    const around = (above: number, below: number) =>
      itemsBetween(top - EDGE - above, top + screenHeight() + EDGE + below);
    const sight = around(0, 0);
    // nothing changes until an undrawn item comes near
    const near = ahead ? around(NEAR, NEAR) : sight;
    if (near.from >= from && near.to <= to) return false;
    // after a jump the screen is empty and cannot wait
    if (sight.from >= to || sight.to <= from) setDrawn(sight);
    else {
      const [above, below] = !ahead ? [0, 0] : near.to > to ? [BEHIND, FAR] : [FAR, BEHIND];
      startTransition(() => setDrawn(around(above, below)));
    }
    return true;
  });

  useEffect(() => {
    const spaces = [box.current?.firstElementChild, box.current?.lastElementChild];
    const observer = new IntersectionObserver(
      (entries) => {
        if (look()) return;
        // the page has scrolled since the observation: a change back would not be reported
        for (const { isIntersecting, boundingClientRect, target } of entries) {
          if (!isIntersecting || boundingClientRect.height === 0) continue;
          observer.unobserve(target);
          observer.observe(target);
        }
      },
      { rootMargin: `${ahead ? NEAR : 0}px 0px` },
    );
    for (const space of spaces) if (space) observer.observe(space);
    return () => observer.disconnect();
  }, [from, to, items.length, ahead]);

  useLayoutEffect(() => {
    sizes.listen((grownAbove) => {
      scrollAlong(grownAbove);
      look();
    });
  }, [sizes]);

  useKeptPlace(box, { items, from, to, space }, (item) => sizes.of(item) ?? estimate, all);

  useImperativeHandle(ref, () => ({
    sizes: () => items.map((item) => sizes.of(item) ?? UNKNOWN),
    scrollToIndex: (index, { align, offset = 0 }) => {
      let first = from;
      if (index < from || index >= to) {
        first = Math.max(0, index - AROUND);
        flushSync(() => setDrawn({ from: first, to: index + AROUND }));
      }
      const rect = box.current?.children[1 + index - first]?.getBoundingClientRect();
      if (!rect) return;
      const centred = align === 'center' ? (rect.height - window.innerHeight) / 2 : 0;
      window.scrollTo({ top: window.scrollY + rect.top + centred + offset, behavior: 'instant' });
    },
  }));

  if (import.meta.env.SSR)
    return (
      <ArrivingItems items={items} propsOf={propsOf}>
        {children}
      </ArrivingItems>
    );
  return (
    <div ref={box}>
      <div style={{ height: space }} />
      {items.slice(from, to).map((item, place) => (
        <Measured key={item._id} {...propsOf(item, from + place)} id={item._id} observe={sizes.observe}>
          {children(item, from + place)}
        </Measured>
      ))}
      <div style={{ height: heightBetween(to, items.length) }} />
    </div>
  );
};
