import type { Media, Sides } from '@social-feed/contracts';
import { useLayoutEffect, useRef, useState, useSyncExternalStore, type Ref } from 'react';
import { TransformComponent, TransformWrapper, type ReactZoomPanPinchRef } from 'react-zoom-pan-pinch';
import { prefersReducedMotion } from '../../../../lib/browser';
import { MediaItem } from '../card/media-item';
import { aspectOf, srcSetOf } from '../model/media-items';
import { openBox, reachOf, restart, turnBy } from './strip';

/** Zoom factor of the button, a key or a double tap; pinch and wheel zoom freely. */
export const ENLARGED = 2.5;
const ENLARGED_MAX = 6;
/** How far a pinch may go past the limits before it springs back; the library's default. */
const SPRING = 0.4;

/** Duration of the zoom animation, in milliseconds. */
export const glide = (): number => (prefersReducedMotion() ? 0 : 200);

const WHOLE_SLIDE = { width: '100%', height: '100%', containerType: 'size' } as const;

const onResize = (notify: () => void) => {
  window.addEventListener('resize', notify);
  return () => window.removeEventListener('resize', notify);
};
const useWindowSides = (): Sides => ({
  width: useSyncExternalStore(onResize, () => window.innerWidth),
  height: useSyncExternalStore(onResize, () => window.innerHeight),
});

/** Smaller than it opened, as it opened, or larger. */
export type Zoom = 'out' | 'none' | 'in';

const DOUBLE_CLICK = {
  none: { mode: 'zoomIn', step: ENLARGED - 1 },
  in: { mode: 'zoomOut', step: ENLARGED_MAX },
  out: { mode: 'reset' },
} as const;

/** Zoom and place of a picture in its frame. */
export interface Place {
  scale: number;
  positionX: number;
  positionY: number;
}

interface PhotoSlideProps {
  item: Media;
  eager: boolean;
  zoom: Zoom;
  onMove: (place: Place) => void;
  ref: Ref<ReactZoomPanPinchRef>;
}

/**
 * A zoomable picture. Its box has the picture's shape: dragging stops at the picture's edges, not at those of the
 * slide. It is as large as fits the slide; a strip fills the slide's width or height and moves along.
 */
export const PhotoSlide = ({ item, eager, zoom, onMove, ref }: PhotoSlideProps) => {
  // the post's values, until the picture is loaded
  const [loaded, setLoaded] = useState<Sides>();
  const shape = loaded ?? item;
  const width = Math.max(1, srcSetOf(item) ? item.width : shape.width);
  const picture = { width, height: width / aspectOf(shape, 0, Infinity) };
  const screen = useWindowSides();
  const reach = reachOf(picture, screen);
  const strip = reach > 1;
  const slide = useRef<ReactZoomPanPinchRef>(null);
  // where the window begins, as shares of the picture
  const start = useRef({ x: 0, y: 0 });
  // after a rotation the window begins at the same place of a strip
  useLayoutEffect(() => {
    const { instance, setTransform, panBy } = slide.current ?? {};
    const box = instance?.contentComponent;
    if (!strip || !box) return;
    void setTransform?.(
      start.current.x * box.offsetWidth,
      start.current.y * box.offsetHeight,
      instance.state.scale,
      0,
    );
    void panBy?.(0, 0, 0);
  }, [strip, screen.width, screen.height]);
  const time = { animationTime: glide() };
  return (
    <TransformWrapper
      key={String(strip)}
      ref={ref}
      // a strip that was enlarged is first as it opened again, and then whole
      minScale={zoom === 'in' ? 1 : 1 / reach}
      maxScale={ENLARGED_MAX}
      centerOnInit={!strip}
      centerZoomedOut
      // without zoom, a finger moves the carousel
      panning={{ disabled: zoom !== 'in' && !strip }}
      wheel={{ wheelDisabled: strip }}
      doubleClick={{ ...DOUBLE_CLICK[zoom], ...time }}
      zoomAnimation={{ size: SPRING / reach, ...time }}
      autoAlignment={time}
      velocityAnimation={{ disabled: prefersReducedMotion() }}
      onInit={(made) => {
        slide.current = made;
        if (!strip) return;
        restart(made, 0);
        // not React's `onWheel`, which could not keep the browser from going back
        made.instance.wrapperComponent?.addEventListener('wheel', (event) => {
          if (event.ctrlKey) return;
          event.preventDefault();
          turnBy(made, event);
        });
      }}
      onTransform={({ instance }, place) => {
        const { offsetWidth = 0, offsetHeight = 0 } = instance.contentComponent ?? {};
        if (offsetHeight > 0)
          start.current = { x: place.positionX / offsetWidth, y: place.positionY / offsetHeight };
        onMove(place);
      }}
    >
      <TransformComponent wrapperStyle={WHOLE_SLIDE} contentStyle={openBox(picture, strip)}>
        <MediaItem
          item={item}
          fit="contain"
          eager={eager}
          dark
          full
          onShape={setLoaded}
          sizes={strip ? `${width}px` : zoom === 'in' ? '250vw' : '100vw'}
        />
      </TransformComponent>
    </TransformWrapper>
  );
};
