import { useRef, useState } from 'react';
import type { ReactZoomPanPinchRef } from 'react-zoom-pan-pinch';
import { ENLARGED, glide, type Place, type Zoom } from './photo-slide';
import { overflows, restart } from './strip';

/** A picture moved by more than this many pixels hides its description. */
const MOVED = 10;

/** The zoom of the current item, for which each picture passes its slide to `keep`. */
export const useZoom = (index: number) => {
  const [zoom, setZoom] = useState<Zoom>('none');
  // whether a strip was moved from its start
  const [moved, setMoved] = useState(false);
  const slides = useRef(new Map<number, ReactZoomPanPinchRef>());
  const current = () => slides.current.get(index);
  const zoomTo = (scale: number) =>
    void current()?.zoomToPoint(scale, window.innerWidth / 2, window.innerHeight / 2, glide());
  return {
    zoom,
    moved,
    current,
    keep: (position: number, slide: ReactZoomPanPinchRef | null) => {
      if (slide) slides.current.set(position, slide);
      else slides.current.delete(position);
    },
    /** Takes the scale and place of a slide. */
    note: (position: number, { scale, positionX, positionY }: Place) => {
      if (position !== index) return;
      setZoom(scale > 1.01 ? 'in' : scale < 0.99 ? 'out' : 'none');
      setMoved(Math.min(positionX, positionY) < -MOVED);
    },
    toggle: () => {
      const slide = current();
      if (zoom === 'none') zoomTo(ENLARGED);
      // a strip keeps its place
      else if (slide && zoom === 'in' && overflows(slide, 1)) zoomTo(1);
      else if (slide) restart(slide, glide());
    },
    /** Shows all of a strip. */
    shrink: () => zoomTo(0),
    end: () => {
      for (const slide of slides.current.values()) restart(slide, 0);
      setZoom('none');
      setMoved(false);
    },
    /** The zoom library takes two quick touches for a double tap, even if the first was a swipe. */
    forgetTouch: () => {
      const slide = current();
      if (slide) slide.instance.lastTouch = null;
    },
  };
};
