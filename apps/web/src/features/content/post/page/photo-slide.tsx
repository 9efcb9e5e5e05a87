import type { Media } from '@social-feed/contracts';
import { useState, type Ref } from 'react';
import { TransformComponent, TransformWrapper, type ReactZoomPanPinchRef } from 'react-zoom-pan-pinch';
import { prefersReducedMotion } from '../../../../lib/browser';
import { MediaItem } from '../card/media-item';
import { aspectOf } from '../model/media-items';

/** Zoom factor of the button, a key or a double tap; pinch and wheel zoom freely. */
export const ENLARGED = 2.5;
const ENLARGED_MAX = 6;

/** Duration of the zoom animation, in milliseconds. */
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
 * A zoomable picture. Its box has the picture's shape, as large as fits the slide: dragging stops at the picture's
 * edges, not at those of the slide.
 */
export const PhotoSlide = ({ item, eager, zoomed, onScale, ref }: PhotoSlideProps) => {
  // the post's value, until the picture is loaded
  const [aspect, setAspect] = useState(() => aspectOf(item, 0, Infinity));
  const box = { width: `min(100cqw, ${100 * aspect}cqh)`, height: `min(100cqh, ${100 / aspect}cqw)` };
  const time = { animationTime: glide() };
  return (
    <TransformWrapper
      ref={ref}
      maxScale={ENLARGED_MAX}
      centerOnInit
      centerZoomedOut
      // without zoom, a finger moves the carousel
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
