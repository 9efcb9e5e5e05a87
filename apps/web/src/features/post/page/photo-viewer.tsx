import type { Media } from '@social-feed/contracts';
import useEmblaCarousel from 'embla-carousel-react';
import { X, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { cx } from '../../../lib/class-names';
import { isModified } from '../../../lib/keys';
import { prefersReducedMotion } from '../../../lib/browser';
import { CarouselArrow } from '../card/media-carousel';
import { MediaItem } from '../card/media-item';

interface PhotoViewerProps {
  items: Media[];
  /** What stands first, from 0. */
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
}

const ROUND = 'grid size-11 place-items-center rounded-full bg-white/10 text-white hover:bg-white/25';

/** Opens as a modal: the rest of the page is out of reach until it closes, the focus inside. */
const openModal = (dialog: HTMLDialogElement | null) => {
  if (!dialog || dialog.open) return;
  if (typeof dialog.showModal === 'function') dialog.showModal();
  else dialog.setAttribute('open', '');
};

/** A post's media on the whole screen: arrows, swipe, zoom, Esc. */
export const PhotoViewer = ({ items, index, onIndex, onClose }: PhotoViewerProps) => {
  const [zoomed, setZoomed] = useState(false);
  // other options would start it anew, in the middle of its own glide
  const [start] = useState(index);
  const dragging = useRef(true);
  const [viewport, carousel] = useEmblaCarousel({ startIndex: start, watchDrag: () => dragging.current });
  useEffect(() => {
    // enlarged, a finger moves the picture instead
    dragging.current = !zoomed;
  }, [zoomed]);
  const item = items[index];
  useEffect(() => {
    if (!carousel) return;
    const handleSelect = () => {
      setZoomed(false);
      onIndex(carousel.selectedScrollSnap());
    };
    carousel.on('select', handleSelect);
    return () => {
      carousel.off('select', handleSelect);
    };
  }, [carousel, onIndex]);
  const go = (to: number) => {
    if (to >= 0 && to < items.length) carousel?.scrollTo(to, prefersReducedMotion());
  };
  const zoom = () => item?.kind === 'image' && setZoomed(!zoomed);
  const handleKey = (event: KeyboardEvent) => {
    if (isModified(event) || (event.target instanceof HTMLVideoElement && event.key !== 'Escape')) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'ArrowLeft') go(index - 1);
    else if (event.key === 'ArrowRight') go(index + 1);
    else if (event.key === 'z' || event.key === '+' || event.key === '-') zoom();
    else return;
    event.preventDefault();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a modal dialog's keys, from any control inside
    <dialog
      ref={openModal}
      aria-label="Media viewer"
      onKeyDown={handleKey}
      onDoubleClick={(event) => event.target instanceof HTMLImageElement && zoom()}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none overflow-hidden bg-black text-white"
    >
      <div ref={viewport} className="size-full overflow-hidden">
        <div className="flex size-full touch-pan-y">
          {items.map((slide, position) => (
            <div
              key={slide.url}
              role="group"
              aria-roledescription="slide"
              aria-label={`${position + 1} of ${items.length}`}
              className={cx(
                'min-w-0 shrink-0 grow-0 basis-full',
                zoomed ? 'overflow-auto' : 'overflow-hidden',
              )}
              {...(position === index ? {} : { inert: true })}
            >
              <div className={zoomed && position === index ? 'h-[250%] w-[250%]' : 'size-full'}>
                {Math.abs(position - index) <= 1 ? (
                  <MediaItem
                    item={slide}
                    fit="contain"
                    eager={position === index}
                    dark
                    sizes={zoomed ? '250vw' : '100vw'}
                  />
                ) : null}
              </div>
            </div>
          ))}
        </div>
      </div>
      <div className="absolute inset-x-0 top-0 flex items-center gap-2 p-3">
        <button type="button" aria-label="Close" onClick={onClose} className={ROUND}>
          <X size={22} aria-hidden />
        </button>
        <span aria-live="polite" className="mx-auto rounded-pill bg-black/60 px-3 py-1 text-meta font-medium">
          {index + 1} / {items.length}
        </span>
        <button
          type="button"
          aria-label={zoomed ? 'Zoom out' : 'Zoom in'}
          aria-disabled={item?.kind !== 'image'}
          onClick={zoom}
          className={cx(ROUND, item?.kind !== 'image' && 'invisible')}
        >
          {zoomed ? <ZoomOut size={20} aria-hidden /> : <ZoomIn size={20} aria-hidden />}
        </button>
      </div>
      {items.length > 1 ? (
        <>
          <CarouselArrow side="left" disabled={index === 0} onPress={() => go(index - 1)} />
          <CarouselArrow side="right" disabled={index === items.length - 1} onPress={() => go(index + 1)} />
        </>
      ) : null}
      {item?.alt && !zoomed ? (
        <p
          dir="auto"
          className="absolute inset-x-0 bottom-0 mx-auto max-h-32 max-w-2xl overflow-auto px-5 py-4 text-center text-body text-white/90 [text-shadow:0_1px_3px_black]"
        >
          {item.alt}
        </p>
      ) : null}
    </dialog>
  );
};
