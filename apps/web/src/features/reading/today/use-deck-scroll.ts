import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { prefersReducedMotion } from '../../../lib/browser';

/** Share of a card in sight from which it is the one that is read. */
const IN_SIGHT = 0.6;
/** How long a key or button outweighs a swipe that still settles, in milliseconds. */
const ASKED = 1500;

/**
 * Scrolls the deck to the card that is read, and tells which one a swipe leads to.
 * @param last the index of the last child of the scroller
 */
export const useDeckScroll = (index: number, last: number, onIndex: (index: number) => void) => {
  const scroller = useRef<HTMLDivElement>(null);
  const movesFocus = useRef(false);
  /** The card that the scroller shows, or scrolls to. */
  const shown = useRef<number>(undefined);
  /** The card that a key or button asked for, and until when it stays asked for, unless a finger takes over. */
  const wanted = useRef({ card: 0, until: 0 });

  const show = (to: number) => {
    // the current card becomes inert and loses the focus
    movesFocus.current = scroller.current?.contains(document.activeElement) === true;
    onIndex(to);
  };
  const go = (to: number) => {
    if (to < 0 || to > last || to === index) return;
    wanted.current = { card: to, until: performance.now() + ASKED };
    show(to);
  };

  useLayoutEffect(() => {
    const card = scroller.current?.children[index];
    const from = shown.current;
    shown.current = index;
    if (movesFocus.current)
      card?.querySelector<HTMLElement>('article, [tabindex="-1"]')?.focus({ preventScroll: true });
    movesFocus.current = false;
    if (from === index) return;
    const glides = from !== undefined && Math.abs(from - index) === 1 && !prefersReducedMotion();
    card?.scrollIntoView({ behavior: glides ? 'smooth' : 'instant', inline: 'center', block: 'nearest' });
  }, [index]);

  const seen = useEffectEvent((entries: IntersectionObserverEntry[]) => {
    if (performance.now() < wanted.current.until) return;
    for (const { target, intersectionRatio } of entries) {
      const at = Array.from(scroller.current?.children ?? []).indexOf(target);
      if (intersectionRatio < IN_SIGHT || at < 0 || at === index) continue;
      shown.current = at;
      show(at);
    }
  });
  // a swipe that still settles stops the scroll that a key began, perhaps more than once
  const settle = useEffectEvent(() => {
    const node = scroller.current;
    if (!node || node.clientWidth === 0) return;
    const middleOf = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      return (left + right) / 2;
    };
    const away = Array.from(node.children, (card) => Math.abs(middleOf(card) - middleOf(node)));
    const at = away.indexOf(Math.min(...away));
    const { card, until } = wanted.current;
    if (performance.now() < until) {
      if (at !== card)
        node.children[card]?.scrollIntoView({ behavior: 'instant', inline: 'center', block: 'nearest' });
    } else if (at !== index) {
      shown.current = at;
      show(at);
    }
  });
  useEffect(() => {
    const node = scroller.current;
    if (!node) return;
    const observer = new IntersectionObserver(seen, { root: node, threshold: IN_SIGHT });
    for (const card of node.children) observer.observe(card);
    node.addEventListener('scrollend', settle);
    return () => {
      observer.disconnect();
      node.removeEventListener('scrollend', settle);
    };
  }, [last]);

  return {
    scroller,
    /** Shows a card, if there is one. */
    go,
    /** Called when a finger or wheel moves the deck. */
    takeOver: () => {
      wanted.current.until = 0;
    },
  };
};
