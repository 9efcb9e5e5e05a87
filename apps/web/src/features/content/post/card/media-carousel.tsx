import { t } from '@lingui/core/macro';
import { UPLOAD_LIMITS, type Media } from '@social-feed/contracts';
import useEmblaCarousel from 'embla-carousel-react';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { cx } from '../../../../lib/class-names';
import { isEnlarged, watchEnlarged } from '../../../../lib/enlarged';
import { lineStep } from '../../../../lib/keys';
import { isRightToLeft, prefersReducedMotion } from '../../../../lib/browser';
import { onScroll } from '../../../../lib/on-scroll';
import { savesData, usePreferences } from '../../../../lib/preferences';
import { frameAspect, leavesBars } from '../model/media-items';
import { MediaLink } from './media-item';

/**
 * Previous or next, over the media. At the end it is hidden, unless it has the keyboard focus: the arrow keys still
 * move the slides.
 */
export const CarouselArrow = ({
  side,
  disabled,
  onPress,
}: {
  side: 'start' | 'end';
  disabled: boolean;
  onPress: () => void;
}) => {
  return (
    <button
      type="button"
      aria-label={side === 'start' ? t`Previous` : t`Next`}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onPress}
      className={cx(
        // the circle is 32 px wide, its touch target 44; it stays dark in contrast themes, and so its icon white
        'icon absolute top-1/2 grid size-11 forced-color-adjust-none -translate-y-1/2 place-items-center rounded-full bg-[radial-gradient(rgb(0_0_0/55%)_16px,transparent_17px)] text-white transition-opacity icon-chevron-left focus-visible:-outline-offset-2 aria-disabled:not-focus-visible:opacity-0',
        side === 'start'
          ? 'start-1 before:[scale:var(--toward-end)_1]'
          : 'end-1 before:[scale:calc(-1*var(--toward-end))_1]',
      )}
    />
  );
};

/**
 * Returns which slides render their item: the current one and its neighbours; with data saver on, visited slides
 * only.
 */
export const useHeldSlides = (current: number): ((position: number) => boolean) => {
  const saving = usePreferences(savesData);
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set([current]));
  if (!seen.has(current)) setSeen(new Set(seen).add(current));
  return (position) => Math.abs(position - current) <= 1 && (!saving || seen.has(position));
};

interface SlidesOptions {
  /** Whether the slides follow a press, by its first event. */
  watchDrag?: (carousel: unknown, event: MouseEvent | TouchEvent) => boolean;
  /** False leaves the slides in place: they can be stepped through, but not dragged. */
  started?: boolean;
}

/** Slides that start at `index`; `onSlide` is called with the new index. */
export const useSlides = (
  index: number,
  onSlide: (index: number) => void,
  { watchDrag, started = true }: SlidesOptions = {},
) => {
  // changed options would reinitialise embla in the middle of its animation
  const [start, setStart] = useState(index);
  if (!started && start !== index) setStart(index);
  const [viewport, carousel] = useEmblaCarousel({
    startIndex: start,
    align: 'start',
    direction: started && isRightToLeft(document.documentElement) ? 'rtl' : 'ltr',
    ...(watchDrag && { watchDrag }),
  });
  const slide = useEffectEvent(onSlide);
  useEffect(() => {
    if (!carousel) return;
    const handleSelect = () => slide(carousel.selectedScrollSnap());
    carousel.on('select', handleSelect);
    return () => {
      carousel.off('select', handleSelect);
    };
  }, [carousel]);
  return {
    viewport: started ? viewport : undefined,
    go: (to: number) => (carousel ? carousel.scrollTo(to, prefersReducedMotion()) : onSlide(to)),
  };
};

/** How long a carousel rests in sight before it starts, in milliseconds. */
const IN_SIGHT = 500;

/**
 * Whether a carousel has started: once it rests in sight or is touched. Embla measures the page, which would slow down
 * the scroll past it.
 */
const useStarted = (box: RefObject<HTMLElement | null>): [boolean, () => void] => {
  const [started, setStarted] = useState(false);
  useEffect(() => {
    if (!box.current || started) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setStarted(true), IN_SIGHT);
    };
    let stopListening: (() => void) | undefined;
    const stop = () => {
      clearTimeout(timer);
      stopListening?.();
    };
    const observer = new IntersectionObserver((entries) => {
      stop();
      if (!entries.at(-1)?.isIntersecting) return;
      wait();
      stopListening = onScroll(wait);
    });
    observer.observe(box.current);
    return () => {
      stop();
      observer.disconnect();
    };
  }, [box, started]);
  // at once, so that the press itself can drag
  return [started, () => flushSync(() => setStarted(true))];
};

export interface CarouselProps {
  items: Media[];
  eager: boolean;
  index: number;
  onIndex: (index: number) => void;
  /** Returns the viewer's address for the picture at this index. */
  hrefOf: (index: number) => string;
}

/** On an enlarged page a finger moves what is seen of it, and not the slides. */
const isSlidable = () => !isEnlarged();

const slideLabel = (item: Media, index: number, total: number) =>
  `${t`${index + 1} of ${total}`}${item.alt ? `: ${item.alt}` : ''}`;

/**
 * Slides one item at a time, by swipe, arrows, dots and arrow keys. Load it lazily: the first page does not need
 * embla.
 */
export const MediaCarousel = ({ items, eager, index, onIndex, hrefOf }: CarouselProps) => {
  const isHeld = useHeldSlides(index);
  const box = useRef<HTMLDivElement>(null);
  const [started, start] = useStarted(box);
  const { viewport, go } = useSlides(index, onIndex, { started, watchDrag: isSlidable });
  const enlarged = useSyncExternalStore(watchEnlarged, isEnlarged, isEnlarged);
  const aspect = frameAspect(items, 'carousel');
  const handleKey = (event: KeyboardEvent) => {
    const step = lineStep(event);
    // while a clip's own controls have the focus, the arrow keys belong to them
    if (step === 0 || event.target instanceof HTMLVideoElement) return;
    event.preventDefault();
    go(Math.min(Math.max(index + step, 0), items.length - 1));
  };

  return (
    // the keys move the slides from any control inside
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the carousel pattern's arrow keys
    <div
      ref={box}
      role="group"
      aria-roledescription={t`carousel`}
      aria-label={t`Media`}
      className="relative size-full"
      onKeyDown={handleKey}
      {...(started ? {} : { onPointerDownCapture: start })}
    >
      <div ref={viewport} className="size-full overflow-hidden">
        <div className="flex size-full" style={enlarged ? undefined : { touchAction: 'pan-y pinch-zoom' }}>
          {items.map((item, position) =>
            // until it starts, the current slide alone: the others would cost the scroll past it
            started || position === index ? (
              <div
                key={item.url}
                role="group"
                aria-roledescription={t`slide`}
                aria-label={slideLabel(item, position, items.length)}
                className="relative min-w-0 shrink-0 grow-0 basis-full overflow-hidden"
                {...(position === index ? {} : { inert: true })}
              >
                {isHeld(position) ? (
                  <MediaLink
                    item={item}
                    href={hrefOf(position)}
                    fit="contain"
                    ground={leavesBars(item, aspect)}
                    eager={eager && position === 0}
                  />
                ) : null}
              </div>
            ) : null,
          )}
        </div>
      </div>
      <span
        aria-live="polite"
        dir="ltr"
        className="pointer-events-none absolute top-3 end-3 rounded-pill bg-black/60 px-2.5 py-0.5 text-meta font-medium text-white"
      >
        {`${index + 1} / ${items.length}`}
      </span>
      <CarouselArrow side="start" disabled={index === 0} onPress={() => go(index - 1)} />
      <CarouselArrow side="end" disabled={index === items.length - 1} onPress={() => go(index + 1)} />
      {items.length <= UPLOAD_LIMITS.filesMax ? (
        // not to be pressed: a finger that misses one would open the picture
        <div
          aria-hidden
          data-dots
          className="pointer-events-none absolute inset-x-0 bottom-2 forced-color-adjust-none mx-auto flex w-fit rounded-pill bg-black/35 px-1"
        >
          {items.map((item, position) => (
            <span
              key={item.url}
              className={cx(
                'size-4 bg-[radial-gradient(#fff_3px,transparent_4px)] transition-opacity',
                position !== index && 'opacity-50',
              )}
            />
          ))}
        </div>
      ) : null}
    </div>
  );
};
