import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode } from 'react';
import { PartBoundary } from '../../../components/errors/part-boundary';
import { IconButton } from '../../../components/ui/icon-button';
import { prefersReducedMotion } from '../../../lib/browser';
import { noteFirstPicture } from '../../../lib/first-picture';
import { lineStep, pageStep } from '../../../lib/keys';
import { TABLET, useMediaQuery } from '../../../lib/use-media-query';
import type { Hidden } from '../../content/post/list/use-hidden';
import { useShortcuts } from '../../content/post/dialogs/use-shortcuts';
import { showsPicture } from '../../content/post/model/media-items';
import type { ClientPost } from '../../content/post/model/post';
import { HandCard } from './hand-card';

/** What uses the arrow keys itself, or lies over the page. */
const BUSY = 'input, textarea, select, video, [contenteditable], [role="menu"], [role="dialog"]';
const OVER = '[role$="dialog"], [role="menu"], dialog[open]';
/** Share of a card in sight from which it is the one that is read. */
const IN_SIGHT = 0.6;
/** How long a key or button outweighs a swipe that still settles, in milliseconds. */
const ASKED = 1500;

interface HandDeckProps {
  posts: readonly ClientPost[];
  /** Which posts are hidden for a word or language; `null` for none. */
  hidden: Hidden | null;
  /** The card that is read, from 0; the number of posts for the end. */
  index: number;
  onIndex: (index: number) => void;
  /** What follows the last card. */
  end: ReactNode;
}

/**
 * One post a screen, in a scroller that snaps: swipes, momentum and the right-to-left direction are the browser's. The
 * cards beside the current one are inert, so that keys and screen readers meet one at a time.
 */
export const HandDeck = ({ posts, hidden, index, onIndex, end }: HandDeckProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const isWide = useMediaQuery(TABLET);
  const movesFocus = useRef(false);
  /** The card that the scroller shows, or scrolls to. */
  const shown = useRef<number>(undefined);
  /** The card that a key or button asked for, and until when it stays asked for, unless a finger takes over. */
  const wanted = useRef({ card: 0, until: 0 });
  const takeOver = () => {
    wanted.current.until = 0;
  };
  const last = posts.length;
  useShortcuts();

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

  // a clip plays on one card only, and the cards beside it are in sight a little
  useEffect(() => {
    for (const clip of scroller.current?.querySelectorAll<HTMLVideoElement>('[inert] video') ?? [])
      clip.pause();
  }, [index]);

  const current = posts[index];
  const waits = current !== undefined && !hidden?.at(index) && showsPicture(current);
  useEffect(() => {
    if (!waits) noteFirstPicture();
  }, [waits]);

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    if (event.defaultPrevented || document.querySelector(OVER)) return;
    if (target instanceof Element && target.closest(BUSY)) return;
    const { ctrlKey, metaKey, altKey } = event;
    const arrow = lineStep({ key, ctrlKey, metaKey, altKey, currentTarget: document.documentElement });
    // a long text scrolls by pages
    const page = target instanceof Element && target.closest('[data-scrolls]') ? 0 : pageStep(event as never);
    const ends = { Home: 0, End: last }[key];
    if (arrow + page === 0 && (ends === undefined || ctrlKey || metaKey || altKey)) return;
    event.preventDefault();
    go(ends ?? index + arrow + page);
  });
  useEffect(() => {
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);

  const back = (
    <IconButton
      label="Previous card"
      aria-disabled={index === 0}
      onClick={() => go(index - 1)}
      className="aria-disabled:opacity-60"
    >
      <ChevronLeft size="1.375em" aria-hidden className="[scale:var(--toward-end)_1]" />
    </IconButton>
  );
  const forth = (
    <IconButton
      label="Next card"
      aria-disabled={index === last}
      onClick={() => go(index + 1)}
      className="aria-disabled:opacity-60"
    >
      <ChevronRight size="1.375em" aria-hidden className="[scale:var(--toward-end)_1]" />
    </IconButton>
  );
  const slide = (at: number) => ({
    className: 'h-full transition-transform',
    style: {
      flex: '0 0 100%',
      scrollSnapAlign: 'center',
      scrollSnapStop: 'always',
      // the next card lies behind
      transform: at === index ? undefined : 'scaleY(0.96)',
    } as const,
    ...(at !== index && { inert: true }),
  });
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 items-center justify-center">
        {isWide ? back : null}
        <div
          ref={scroller}
          onTouchStart={takeOver}
          onWheel={takeOver}
          className="flex h-full min-w-0 flex-1 gap-1 overflow-hidden px-4"
          style={{
            overflowX: 'auto',
            scrollSnapType: 'x mandatory',
            scrollbarWidth: 'none',
            overscrollBehaviorX: 'contain',
            maxWidth: '32rem',
            maxHeight: '46rem',
          }}
        >
          {posts.map((post, at) => (
            <div key={post._id} {...slide(at)}>
              {Math.abs(at - index) > 1 ? null : (
                <PartBoundary what="This post">
                  {hidden?.at(at) ? (
                    <div className="grid size-full items-center rounded-card border border-line bg-surface">
                      <hidden.Line
                        posts={[post]}
                        position={{ index: at + 1, size: last }}
                        byLanguage={hidden.byLanguage(at)}
                        onShow={() => hidden.open([post])}
                      />
                    </div>
                  ) : (
                    <HandCard post={post} index={at} count={last} current={at === index} />
                  )}
                </PartBoundary>
              )}
            </div>
          ))}
          <div key="end" {...slide(last)}>
            <div data-scrolls className="size-full overflow-y-auto">
              {end}
            </div>
          </div>
        </div>
        {isWide ? forth : null}
      </div>
      {isWide ? null : (
        <div className="flex items-center justify-between gap-2 px-2">
          {back}
          <span className="text-center text-meta text-balance text-muted">
            {index < 2 ? 'Double tap likes, swipe up saves' : null}
          </span>
          {forth}
        </div>
      )}
    </div>
  );
};
