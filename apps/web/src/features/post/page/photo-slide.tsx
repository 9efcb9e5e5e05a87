import type { Media } from '@social-feed/contracts';
import { useState, type Ref } from 'react';
import { TransformComponent, TransformWrapper, type ReactZoomPanPinchRef } from 'react-zoom-pan-pinch';
import { prefersReducedMotion } from '../../../lib/browser';
import { MediaItem } from '../card/media-item';
import { aspectOf } from '../model/media-items';

/** How far the button, a key or a double press enlarges; by pinch and wheel it is up to the person. */
export const ENLARGED = 2.5;
const ENLARGED_MAX = 6;

/** How long a picture glides, in milliseconds. */
export const glide = (): number => (prefersReducedMotion() ? 0 : 200);

const WHOLE_SLIDE = { width: '100%', height: '100%', containerType: 'size' } as const;

interface PhotoSlideProps {
  item: Media;
  eager: boolean;
  zoomed: boolean;
  onScale: (scale: number) => void;
  ref: Ref<ReactZoomPanPinchRef>;
}

/**
 * A picture that can be enlarged. Its box has its own shape, as large as the slide holds: so nothing lies beside the
 * picture, and its edges, not those of the slide, are how far it can be dragged.
 */
export const PhotoSlide = ({ item, eager, zoomed, onScale, ref }: PhotoSlideProps) => {
  // as the post says, until the picture itself is there
  const [aspect, setAspect] = useState(() => aspectOf(item, 0, Infinity));
  const box = { width: `min(100cqw, ${100 * aspect}cqh)`, height: `min(100cqh, ${100 / aspect}cqw)` };
  const time = { animationTime: glide() };
  return (
    <TransformWrapper
      ref={ref}
      maxScale={ENLARGED_MAX}
      centerOnInit
      centerZoomedOut
      // at its own size a finger moves the carousel
      panning={{ disabled: !zoomed }}
      doubleClick={{ mode: zoomed ? 'reset' : 'zoomIn', step: ENLARGED - 1, ...time }}
      zoomAnimation={time}
      autoAlignment={time}
      velocityAnimation={{ disabled: prefersReducedMotion() }}
      onTransform={(_ref, { scale }) => onScale(scale)}
    >
      <TransformComponent wrapperStyle={WHOLE_SLIDE} contentStyle={box}>
        <MediaItem
          item={item}
          fit="contain"
          eager={eager}
          dark
          full
          onShape={setAspect}
          sizes={zoomed ? '250vw' : '100vw'}
        />
      </TransformComponent>
    </TransformWrapper>
  );
};
