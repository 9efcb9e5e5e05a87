import { Suspense } from 'react';
import { cx } from '../../../lib/class-names';
import { afterPicture } from '../../../lib/first-picture';
import { lazyPart } from '../../../lib/lazy';
import { frameAspect } from '../model/media-items';
import type { CarouselProps } from './media-carousel';
import { MediaLink } from './media-item';

const MediaCarousel = lazyPart(() => afterPicture(() => import('./media-carousel')), 'MediaCarousel');

/**
 * The carousel's frame: its shape is reserved before the carousel itself is loaded, its first item shown meanwhile.
 * A single item needs no carousel.
 */
export const MediaFrame = (props: CarouselProps & { className?: string }) => {
  const { items, eager, index, hrefOf, className } = props;
  const shown = items[Math.min(index, items.length - 1)];
  if (!shown) return null;
  const still = <MediaLink item={shown} href={hrefOf(items.indexOf(shown))} fit="contain" eager={eager} />;
  return (
    <div
      className={cx('relative max-h-[70svh] w-full overflow-hidden bg-fill', className)}
      style={{ aspectRatio: frameAspect(items) }}
    >
      {items.length === 1 ? (
        still
      ) : (
        <Suspense fallback={still}>
          <MediaCarousel {...props} />
        </Suspense>
      )}
    </div>
  );
};
