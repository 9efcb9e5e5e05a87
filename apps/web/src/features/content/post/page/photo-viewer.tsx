import { t } from '@lingui/core/macro';
import type { Media } from '@social-feed/contracts';
import { X, ZoomIn, ZoomOut } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { cx } from '../../../../lib/class-names';
import { isModified, lineStep, shortcutOf } from '../../../../lib/keys';
import { CarouselArrow, useHeldSlides, useSlides } from '../card/media-carousel';
import { MediaItem } from '../card/media-item';
import { ZOOM_KEYS } from '../dialogs/shortcuts';
import { PhotoSlide } from './photo-slide';
import { moveByKey, overflows, yieldTouch } from './strip';
import { useSwipe } from './use-swipe';
import { useZoom } from './use-zoom';

interface PhotoViewerProps {
  items: Media[];
  /** The current item, from 0. */
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
}

/** Grey enough to be seen on black, and for a white icon on white. */
const ROUND =
  'grid size-11 place-items-center rounded-full bg-[rgb(64_64_64/75%)] text-white hover:bg-[rgb(90_90_90/85%)]';

/** Keeps controls clear of what is cut out of a phone's screen; the picture is not. */
const SAFE = ['top', 'right', 'bottom', 'left'].map((side) => `env(safe-area-inset-${side})`).join(' ');

/** Opens as a modal: the focus stays inside, and the rest of the page is inert until it closes. */
const openModal = (dialog: HTMLDialogElement | null) => {
  if (!dialog || dialog.open) return;
  if (typeof dialog.showModal === 'function') dialog.showModal();
  else dialog.setAttribute('open', '');
};

/** A short description leaves presses to the picture under it. */
const letThrough = (text: HTMLElement | null) => {
  if (text) text.style.pointerEvents = text.scrollHeight > text.clientHeight ? '' : 'none';
};

/** Hides the controls after this many milliseconds without input; with a long description, later. */
const QUIET_AFTER = 3000;
/** Time to read one character of a description, in milliseconds. */
const READING = 60;

/** Whether there was no input for a while; `wake` restarts the timer. */
const useQuiet = (description: string) => {
  const [quiet, setQuiet] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const rest = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setQuiet(true), Math.max(QUIET_AFTER, READING * description.length));
  }, [description]);
  useEffect(() => {
    rest();
    return () => clearTimeout(timer.current);
  }, [rest]);
  const wake = () => {
    setQuiet(false);
    rest();
  };
  return { quiet, wake };
};

interface ViewerBarProps {
  /** Which item is shown, e.g. "2 / 5". */
  place: string;
  zoomed: boolean;
  /** Absent if the item cannot be zoomed. */
  onZoom: (() => void) | undefined;
  onClose: () => void;
}

const ViewerBar = ({ place, zoomed, onZoom, onClose }: ViewerBarProps) => (
  <>
    <button type="button" aria-label={t`Close`} onClick={onClose} className={ROUND}>
      <X size="1.375em" aria-hidden />
    </button>
    <span
      aria-live="polite"
      dir="ltr"
      className="mx-auto rounded-pill bg-black/60 px-3 py-1 text-meta font-medium"
    >
      {place}
    </span>
    <button
      type="button"
      aria-label={zoomed ? t`Zoom out` : t`Zoom in`}
      aria-disabled={!onZoom}
      onClick={onZoom}
      className={cx(ROUND, !onZoom && 'invisible')}
    >
      {zoomed ? <ZoomOut size="1.25em" aria-hidden /> : <ZoomIn size="1.25em" aria-hidden />}
    </button>
  </>
);

/** Whether a drag moves to another item: with zoom, a finger moves the picture instead; a mouse moves a strip. */
const useDragging = (zoom: ReturnType<typeof useZoom>) => {
  const dragging = useRef<(event: Event) => boolean>(() => true);
  useEffect(() => {
    dragging.current = (event) => {
      const slide = zoom.current();
      return zoom.zoom !== 'in' && !(event instanceof MouseEvent && slide && overflows(slide));
    };
  });
  return (_carousel: unknown, event: Event) => dragging.current(event);
};

interface SlidesProps extends Pick<PhotoViewerProps, 'items' | 'index'> {
  zoom: ReturnType<typeof useZoom>;
}

const Slides = ({ items, index, zoom }: SlidesProps) => {
  const isHeld = useHeldSlides(index);
  return items.map((slide, position) => (
    <div
      key={slide.url}
      role="group"
      aria-roledescription={t`slide`}
      aria-label={t`${position + 1} of ${items.length}`}
      className="min-w-0 shrink-0 grow-0 basis-full overflow-hidden"
      {...(position === index ? {} : { inert: true })}
    >
      {!isHeld(position) ? null : slide.kind === 'video' ? (
        <MediaItem item={slide} fit="contain" eager={position === index} dark sizes="100vw" />
      ) : (
        <PhotoSlide
          ref={(made) => zoom.keep(position, made)}
          item={slide}
          eager={position === index}
          zoom={zoom.zoom}
          onMove={(place) => zoom.note(position, place)}
        />
      )}
    </div>
  ));
};

/** A post's media in full screen: arrows, swipe, zoom, Esc; a swipe down closes it. */
export const PhotoViewer = ({ items, index, onIndex, onClose }: PhotoViewerProps) => {
  const zoom = useZoom(index);
  const zoomed = zoom.zoom === 'in';
  const item = items[index];
  const { quiet, wake } = useQuiet(item?.alt ?? '');
  // a control with keyboard focus stays visible
  const fades = cx(
    'transition-opacity duration-300',
    quiet && 'pointer-events-none opacity-0 has-focus-visible:opacity-100',
  );
  const watchDrag = useDragging(zoom);
  const { viewport, go: slideTo } = useSlides(
    index,
    (next) => {
      zoom.end();
      onIndex(next);
    },
    { watchDrag },
  );
  const go = (to: number) => {
    if (to >= 0 && to < items.length) slideTo(to);
  };
  const { ref: follower, handlers: swipe } = useSwipe({
    toward: 'down',
    enabled: () => !zoomed,
    onSwipe: onClose,
    onMoved: zoom.forgetTouch,
  });
  const handleKey = (event: KeyboardEvent) => {
    if (isModified(event) || (event.target instanceof HTMLVideoElement && event.key !== 'Escape')) return;
    const slide = zoom.current();
    const zoomKey = ZOOM_KEYS[shortcutOf(event).replace('-', '−')];
    if (event.key === 'Escape') onClose();
    else if (slide && moveByKey(slide, event.key)) wake();
    else if (lineStep(event) !== 0) go(index + lineStep(event));
    else if (zoomKey) zoomKey(zoom);
    else return;
    event.preventDefault();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a modal dialog's keys, from any control inside
    <dialog
      ref={openModal}
      aria-label={t`Media viewer`}
      onKeyDown={handleKey}
      onPointerMove={wake}
      onPointerDown={wake}
      onKeyUp={wake}
      onTouchMoveCapture={({ touches }) => {
        const slide = zoom.current();
        if (slide && !zoomed && touches.length === 1) yieldTouch(slide, touches[0]!);
      }}
      {...swipe}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none overflow-hidden bg-black text-white"
    >
      <div ref={follower} className="size-full">
        <div ref={viewport} className="size-full overflow-hidden">
          <div className="flex size-full touch-none">
            <Slides items={items} index={index} zoom={zoom} />
          </div>
        </div>
      </div>
      <div
        className={cx('absolute inset-x-0 top-0 flex items-center gap-2 p-3', fades)}
        style={{ margin: SAFE }}
      >
        <ViewerBar
          place={`${index + 1} / ${items.length}`}
          zoomed={zoomed}
          onZoom={item?.kind === 'image' ? zoom.toggle : undefined}
          onClose={onClose}
        />
      </div>
      {items.length > 1 ? (
        <div className={cx('absolute inset-x-0 top-1/2', fades)} style={{ margin: SAFE }}>
          <CarouselArrow side="start" disabled={index === 0} onPress={() => go(index - 1)} />
          <CarouselArrow side="end" disabled={index === items.length - 1} onPress={() => go(index + 1)} />
        </div>
      ) : null}
      {item?.alt && !zoomed && !zoom.moved ? (
        <p
          dir="auto"
          ref={letThrough}
          // a finger scrolls a long description
          onTouchStart={(event) => event.stopPropagation()}
          className={cx(
            'absolute inset-x-0 bottom-0 max-h-32 overflow-auto fade-foot px-5 pt-10 pb-4 text-center text-body text-white/90',
            fades,
          )}
          style={{ margin: SAFE }}
        >
          {item.alt}
        </p>
      ) : null}
    </dialog>
  );
};
