import { facePath } from '@social-feed/feed-order/face';
import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../../../cache/keys';
import { prefersReducedMotion } from '../../../../lib/browser';
import { wordsOf } from './shuffle-links';

/**
 * When each part begins, in milliseconds after the press. All ends within a refresh, which takes 1000 (F §4), unless
 * the browser is busy or the posts are late.
 */
const AT = { deck: 200, riffle: 250, face: 400, deal: 680 };
/** The latest moment for posts to be dealt: the time of the notice (F §2). Later posts show without it. */
const LATEST = 2500;
const TURN = 120;
/** How often it looks for the posts. */
const LOOK = 40;
/** Between two cards that are dealt. */
const STEP = 60;
/** Side of the deck, in pixels. */
const SIDE = 120;
/** How the three layers of the deck lie. */
const LAYERS = ['translateX(-6px) rotate(-2deg)', 'none', 'translateX(6px) rotate(2deg)'];
const SVG = 'http://www.w3.org/2000/svg';

let endLast: (() => void) | undefined;

const divOf = (className: string): HTMLElement => {
  const element = document.createElement('div');
  element.className = className;
  return element;
};

const place = (element: HTMLElement, x: number, y: number, width: number, height: number) =>
  Object.assign(element.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });

/** The first three cards in the window. */
const cardsInSight = (area: Element): HTMLElement[] =>
  [...area.querySelectorAll<HTMLElement>('article')]
    .filter((card) => {
      const { top, bottom } = card.getBoundingClientRect();
      return bottom > 0 && top < window.innerHeight;
    })
    .slice(0, LAYERS.length);

/** Elements with their boxes, all measured before any of them moves. */
const withBoxes = (elements: HTMLElement[]) =>
  elements.map((each) => [each, each.getBoundingClientRect()] as const);

const faceOf = (seed: number): Element => {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '-1 -1 10 10');
  svg.setAttribute('fill', 'currentColor');
  svg.append(document.createElementNS(SVG, 'path'));
  svg.firstElementChild!.setAttribute('d', facePath(seed));
  return svg;
};

interface Draw {
  client: QueryClient;
  viewerId: string | null;
  seed: number;
  /** When it was asked for, as of `performance.now()`; now by default. */
  since?: number;
}

/**
 * Shows that an order is drawn: the cards slide into a deck, the face and the words of the shuffle appear, and the new
 * cards are dealt. Decoration over posts that load meanwhile: it waits for nothing, moves nothing but layers of its own
 * and the first cards, by transform and opacity, and any press, key or scroll of the reader ends it.
 */
export const showDraw = ({ client, viewerId, seed, since = performance.now() }: Draw): void => {
  endLast?.();
  const area = document.querySelector<HTMLElement>('[data-cards]');
  const late = performance.now() - since;
  // its code came when the posts did
  if (!area || document.hidden || late > AT.deck) return;

  const calm = prefersReducedMotion();
  const { left, width } = area.getBoundingClientRect();
  const [x, y] = [left + width / 2, window.innerHeight * 0.45];
  const layer = divOf('pointer-events-none fixed inset-0 z-20 overflow-hidden print:hidden');
  layer.ariaHidden = 'true';
  layer.dataset['draw'] = '';
  const running: Animation[] = [];
  const move = (element: Element, frames: PropertyIndexedKeyframes, from: number, duration: number) =>
    running.push(
      element.animate(frames, { delay: from - late, duration, fill: 'both', easing: 'ease-in-out' }),
    );

  const reader = new AbortController();
  /** What has layers of its own until the end. */
  let ready: HTMLElement[] = [];
  const end = (): void => {
    reader.abort();
    for (const each of running) each.cancel();
    area.style.opacity = '';
    for (const each of ready) each.style.willChange = '';
    layer.remove();
    endLast = undefined;
  };
  endLast = end;

  /** The transform that makes a card one of the deck. */
  const toDeck = (box: DOMRect) =>
    `translate(${x - box.x - box.width / 2}px, ${y - box.y - box.height / 2}px) scale(${SIDE / box.width}, ${SIDE / box.height})`;
  const covers = calm ? [] : cardsInSight(area);
  for (const [card, box] of withBoxes(covers)) {
    // the card itself gives way to the new ones
    const cover = card.cloneNode(true) as HTMLElement;
    cover.classList.add('fixed', 'm-0', 'overflow-hidden');
    cover.inert = true;
    for (const clip of cover.querySelectorAll('video')) clip.remove();
    // the copies of pictures would come after the motion
    for (const picture of cover.querySelectorAll('img'))
      Object.assign(picture, { loading: 'eager', decoding: 'sync' });
    place(cover, box.x, box.y, box.width, box.height);
    layer.append(cover);
    move(cover, { transform: ['none', toDeck(box)] }, 0, AT.riffle);
    // not before the deck hides it: no card shows through another
    move(cover, { opacity: [1, 0] }, AT.riffle, TURN);
  }
  const deck = divOf('fixed inset-0');
  deck.style.transformOrigin = `${x}px ${y}px`;
  if (covers.length > 0) {
    // a press that ends the draw must not open a card that nobody saw
    const shield = divOf('pointer-events-auto fixed');
    place(shield, left, 0, width, window.innerHeight);
    layer.append(shield);
    // not by an animation: the browser would draw what it hides, with a layer for each skeleton
    area.style.opacity = '0';
    for (const [index, lies] of LAYERS.entries()) {
      const card = divOf('fixed rounded-card border border-line bg-raised shadow-float');
      place(card, x - SIDE / 2, y - SIDE / 2, SIDE, SIDE);
      deck.append(card);
      const swapped = LAYERS[LAYERS.length - 1 - index]!;
      move(card, { opacity: [0, 1] }, AT.deck, AT.riffle - AT.deck);
      // the one in the middle stays: an animation that changes nothing would run beside the compositor
      if (swapped !== lies) move(card, { transform: [lies, swapped, lies] }, AT.riffle, 2 * TURN);
    }
  }
  const face = divOf('fixed overflow-hidden rounded-card bg-accent-soft text-accent-text shadow-float');
  place(face, x - SIDE / 2, y - SIDE / 2, SIDE, SIDE);
  face.append(faceOf(seed));
  const words = divOf(
    'fixed rounded-pill bg-background px-4 text-section font-semibold whitespace-nowrap serif:font-serif',
  );
  words.textContent = wordsOf(seed);
  Object.assign(words.style, { left: `${x}px`, top: `${y + SIDE / 2 + 12}px`, translate: '-50%' });
  deck.append(face, words);
  layer.append(deck);
  for (const part of [face, words]) move(part, { opacity: [0, 1] }, calm ? 0 : AT.face, TURN);
  if (!calm) move(face, { transform: ['scale(0.92)', 'none'] }, AT.face, TURN);

  const firstCards = () => [...area.querySelectorAll('article')].slice(0, LAYERS.length);
  /** Has the new cards drawn while the deck is shown, too faint to see, so that their motion waits for nothing. */
  const prepare = (): void => {
    const cards = firstCards();
    if (covers.length === 0 || ready.length > 0 || cards.length === 0) return;
    ready = [area, ...cards];
    area.style.opacity = '0.001';
    for (const each of ready) each.style.willChange = each === area ? 'opacity' : 'transform';
  };
  /** Lets the deck go; the cards come from it if they are drawn. */
  const deal = (): void => {
    const earlier = running.length;
    if (ready.length === 0) {
      move(layer, { opacity: [1, 0] }, late, TURN);
      if (covers.length > 0) move(area, { opacity: [0, 1] }, late, TURN);
    } else {
      move(deck, { transform: ['none', 'scale(0)'] }, late, TURN);
      for (const [index, [card, box]] of withBoxes(firstCards()).entries())
        running.push(
          card.animate(
            { transform: [toDeck(box), 'none'] },
            { delay: index * STEP, duration: 170, fill: 'backwards', easing: 'ease-out' },
          ),
        );
    }
    area.style.opacity = '';
    // not by the clock: the browser begins a motion only after the work on the new cards
    void Promise.all(running.slice(earlier).map(({ finished }) => finished)).then(
      () => endLast === end && end(),
      // the reader ended it
      () => undefined,
    );
  };
  const lookForPosts = (): void => {
    if (!area.isConnected) end();
    if (endLast !== end) return;
    const posts = client.getQueryState<{ pages: { seed: number | null }[] }>(keys.feed(viewerId));
    const isHere = posts?.data?.pages[0]?.seed === seed;
    const isDrawn = covers.length > 0 ? ready.length > 0 : isHere;
    const comes = isHere || posts?.fetchStatus === 'fetching';
    const passed = performance.now() - since;
    if (passed >= LATEST || (passed >= AT.deal && (isDrawn || !comes))) {
      deal();
      return;
    }
    if (isHere) prepare();
    setTimeout(lookForPosts, passed < AT.deal ? Math.min(LOOK, AT.deal - passed) : LOOK);
  };
  setTimeout(lookForPosts, AT.face - late);

  let lowest = window.scrollY;
  const listen = { capture: true, passive: true, signal: reader.signal };
  for (const type of ['pointerdown', 'wheel', 'touchstart', 'popstate'])
    window.addEventListener(type, end, listen);
  window.addEventListener('keydown', ({ repeat }) => !repeat && end(), listen);
  // the refresh itself scrolls up
  const handleScroll = () => (window.scrollY > lowest ? end() : (lowest = window.scrollY));
  window.addEventListener('scroll', handleScroll, listen);
  document.body.append(layer);
};
