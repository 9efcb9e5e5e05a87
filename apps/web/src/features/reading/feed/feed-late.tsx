import { t } from '@lingui/core/macro';
import { ArrowDown, RefreshCw, ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { EmptyDrawing } from '../../../components/ui/drawings';
import { Button } from '../../../components/ui/button';
import { ComingSoon } from '../../../components/ui/coming-soon';
import { cx } from '../../../lib/class-names';
import type { Retry } from '../../../components/ui/empty-state';
import { DEBOUNCE, onScroll } from '../../../lib/on-scroll';
import { useInstanceName } from '../../../lib/instance-store';
import { DESKTOP, useMediaQuery } from '../../../lib/use-media-query';
import { whenLaidOut } from '../../../lib/when-laid-out';

/** Welcome block, shown when no post exists (F §1, F §2). */
export const FeedEmpty = ({ onRetry, retrying }: Retry) => (
  <section className="mx-auto flex max-w-md flex-col items-center px-6 py-14 text-center">
    <EmptyDrawing />
    <h2 className="mt-6 text-page font-semibold tracking-tight text-balance serif:font-serif">{t`Welcome to ${useInstanceName()}`}</h2>
    <p className="mt-3 text-body text-pretty text-muted">
      {t`A unique, relaxing platform to learn about people's thoughts, friends, family and the world.`}
    </p>
    <div className="mt-6">
      <Button busy={retrying} onClick={onRetry}>
        {t`View Posts`}
      </Button>
    </div>
  </section>
);

const COMING = [t`Direct messages`, t`Group chats`, t`Real-time notifications`];

/** The Messages section: a placeholder (F §1). */
export const MessagesSection = () => (
  <div className="px-4 py-10 md:px-0">
    <ComingSoon heading={<h2 className="mt-5 text-title font-semibold">{t`Messages`}</h2>} plans={COMING} />
  </div>
);

/** Indicator above the pulled posts: an arrow, then the sign that releasing refreshes. Load it lazily. */
export const PullIndicator = ({ ready }: { ready: boolean }) => (
  <span aria-hidden className="absolute inset-x-0 top-3 grid place-items-center text-muted">
    {ready ? <RefreshCw size="1.25em" className="text-accent-text" /> : <ArrowDown size="1.25em" />}
  </span>
);

interface ScrollTopButtonProps {
  shown: boolean;
  onPress: () => void;
}

/** Milliseconds without scrolling after which the button looks for a free place. */
const AT_REST = 150;
/** Larger controls, such as a picture that opens the viewer, may lie under the button. */
const LARGE = 120;
/** Smaller buttons are as high for a finger. */
const FINGER = 44;
const CONTROLS = 'button, a, input, [role=button]';
/** The classes of the line, and how far above it the button is, in px: a row of actions fills a line. */
const PLACES = [0, 56].flatMap((above) =>
  ['justify-end', 'justify-center', 'justify-start'].map((side, at) => ({ side, at, above })),
);
type Place = (typeof PLACES)[number];

/**
 * The rectangles of the controls that the button may not cover. Asking what lies at a point would cost a
 * search of the page for each point.
 */
const smallControls = (own: Element) =>
  [...document.querySelectorAll(CONTROLS)].flatMap((control) => {
    const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
    if (width === 0 || (width >= LARGE && height >= LARGE / 2) || own.contains(control)) return [];
    const grown = control.localName === 'button' ? Math.max(0, FINGER - height) / 2 : 0;
    return [{ left, right, top: top - grown, bottom: bottom + grown }];
  });

/**
 * The place of the button in its line: the first that covers no control of a post once scrolling rests. Under 992 px
 * it lies on the posts, so it is away while the reader scrolls down and where no place is free.
 */
const usePlace = (line: RefObject<HTMLDivElement | null>, active: boolean): Place | undefined => {
  const [place, setPlace] = useState<Place>();
  useEffect(() => {
    if (!active) return;
    const look = () => {
      const own = line.current;
      const button = own?.firstElementChild;
      if (!own || !button) return;
      const { left, right, bottom } = own.getBoundingClientRect();
      const { width, height } = button.getBoundingClientRect();
      const { paddingInlineStart, direction } = getComputedStyle(own);
      const edge = (Number.parseFloat(paddingInlineStart) || 0) + width / 2;
      const centres = [right - edge, (left + right) / 2, left + edge];
      if (direction === 'rtl') centres.reverse();
      const taken = smallControls(own);
      const isFree = ({ at, above }: Place) => {
        const x = (centres[at] ?? 0) - width / 2;
        const y = bottom - above - height;
        return !taken.some(
          (control) =>
            control.left < x + width && control.right > x && control.top < y + height && control.bottom > y,
        );
      };
      setPlace(PLACES.find(isFree));
    };
    let cancel: (() => void) | undefined;
    const lookSoon = () => {
      cancel = whenLaidOut(look);
    };
    let timer = setTimeout(lookSoon, AT_REST);
    // the first event tells where it is; reading it here would lay the page out
    let last = Number.POSITIVE_INFINITY;
    const stop = onScroll((y) => {
      if (y > last) setPlace(undefined);
      last = y;
      clearTimeout(timer);
      cancel?.();
      timer = setTimeout(lookSoon, AT_REST - DEBOUNCE);
    });
    return () => {
      clearTimeout(timer);
      cancel?.();
      stop();
    };
  }, [line, active]);
  return place;
};

/** Scrolls back to the top; next to the posts from 992 px. Load it lazily. */
export const ScrollTopButton = ({ shown, onPress }: ScrollTopButtonProps) => {
  const line = useRef<HTMLDivElement>(null);
  const isBeside = useMediaQuery(DESKTOP);
  const place = usePlace(line, shown && !isBeside);
  const offered = shown && (isBeside || place !== undefined);
  return (
    <div
      ref={line}
      className={cx(
        'pointer-events-none sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-40 flex h-0 items-end px-4 md:bottom-6 md:px-0 lg:-ms-14',
        isBeside ? 'justify-start' : place?.side,
      )}
    >
      <button
        type="button"
        aria-label={t`Scroll to top`}
        title={t`Scroll to top`}
        onClick={onPress}
        {...(offered ? {} : { inert: true })}
        className={cx(
          'grid size-11 place-items-center rounded-full border border-line bg-raised text-text shadow-float transition-[opacity,translate,scale] hover:bg-fill active:scale-95',
          offered ? 'pointer-events-auto' : 'translate-y-2 opacity-0',
        )}
        style={place?.above ? { marginBottom: place.above } : undefined}
      >
        <ArrowUp size="1.25em" aria-hidden />
      </button>
    </div>
  );
};
