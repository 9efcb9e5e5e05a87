import { Suspense } from 'react';
import { cx } from '../../../../lib/class-names';
import { afterPicture } from '../../../../lib/first-picture';
import { lazyPart } from '../../../../lib/lazy';
import { frameAspect, frameStyle, leavesBars } from '../model/media-items';
import type { CarouselProps } from './media-carousel';
import { MediaLink } from './media-item';

const MediaCarousel = lazyPart(() => afterPicture(() => import('./media-carousel')), 'MediaCarousel');

/**
 * The carousel's frame. It reserves the space and shows the first item until the carousel is loaded. A single item
 * needs no carousel.
 */
export const MediaFrame = (props: CarouselProps & { className?: string }) => {
  const { items, eager, hrefOf, className } = props;
  // a remembered index may be past the end of a post that was edited since
  const index = Math.min(props.index, items.length - 1);
  const shown = items[index];
  if (!shown) return null;
  const ground = leavesBars(shown, frameAspect(items, 'carousel'));
  const still = <MediaLink item={shown} href={hrefOf(index)} fit="contain" ground={ground} eager={eager} />;
  return (
    <div className={cx('relative overflow-hidden bg-fill', className)} style={frameStyle(items, 'carousel')}>
      {items.length === 1 ? (
        still
      ) : (
        <Suspense fallback={still}>
          <MediaCarousel {...props} index={index} />
        </Suspense>
      )}
    </div>
  );
};
