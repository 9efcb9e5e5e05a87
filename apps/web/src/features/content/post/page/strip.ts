import type { Sides } from '@social-feed/contracts';
import type { CSSProperties } from 'react';
import type { ReactZoomPanPinchRef } from 'react-zoom-pan-pinch';
import { SINGLE } from '../model/media-items';

/** A strip opens at least this much larger than it would be as a whole. */
const REACH_MIN = 2;
/** How far an arrow key moves a picture, in pixels. */
const LINE = 60;
/** The share of the window by which Page Down moves a picture. */
const PAGE = 0.9;

/**
 * Returns how much larger a picture opens than it would be as a whole: 1, except for strips. Those fill the window's
 * width or height as far as they have the pixels.
 */
export const reachOf = (picture: Sides, window: Sides): number => {
  const aspect = picture.width / picture.height;
  if (aspect >= SINGLE.min && aspect <= SINGLE.max) return 1;
  const across = window.width / picture.width;
  const down = window.height / picture.height;
  const whole = Math.min(across, down);
  const reach = Math.max(whole, Math.min(Math.max(across, down), 1)) / whole;
  return reach < REACH_MIN ? 1 : reach;
};

/** CSS size of a picture as it opens, in a container of the window's size. */
export const openBox = ({ width, height }: Sides, strip: boolean): CSSProperties => {
  const aspect = width / height;
  if (!strip) return { width: `min(100cqw, ${100 * aspect}cqh)`, height: `min(100cqh, ${100 / aspect}cqw)` };
  return aspect < 1
    ? { width: `min(100cqw, ${width}px)`, height: `min(${100 / aspect}cqw, ${height}px)` }
    : { width: `min(${100 * aspect}cqh, ${width}px)`, height: `min(100cqh, ${height}px)` };
};

/** Sizes of the frame and of the picture in it at this zoom, in pixels. */
const sizesOf = ({ instance }: ReactZoomPanPinchRef, scale = instance.state.scale) => {
  const { wrapperComponent: frame, contentComponent: picture } = instance;
  return {
    frame: { width: frame?.clientWidth ?? 0, height: frame?.clientHeight ?? 0 },
    picture: { width: (picture?.offsetWidth ?? 0) * scale, height: (picture?.offsetHeight ?? 0) * scale },
  };
};

/** Whether the picture is larger than its frame, to the sides or up and down. A pixel of rounding does not count. */
const overflow = (slide: ReactZoomPanPinchRef, scale?: number) => {
  const { frame, picture } = sizesOf(slide, scale);
  return { x: picture.width > frame.width + 1, y: picture.height > frame.height + 1 };
};

/** Whether the picture is larger than its frame, now or at a zoom of `scale`. */
export const overflows = (slide: ReactZoomPanPinchRef, scale?: number): boolean => {
  const { x, y } = overflow(slide, scale);
  return x || y;
};

/** Whether the picture continues in the direction in which a finger or key moves it. */
const goesOn = (slide: ReactZoomPanPinchRef, x: number, y: number): boolean => {
  const { frame, picture } = sizesOf(slide);
  const { positionX, positionY } = slide.instance.state;
  const rest = (way: number, start: number, seen: number, length: number) =>
    way > 0 ? -start > 1 : start + length - seen > 1;
  return Math.abs(x) > Math.abs(y)
    ? rest(x, positionX, frame.width, picture.width)
    : rest(y, positionY, frame.height, picture.height);
};

/** Shows a picture as it opened: in the middle, a strip from its start. */
export const restart = (slide: ReactZoomPanPinchRef, time: number): void => {
  const { instance } = slide;
  // the library aligns to the zoomed picture's edges shortly after the last turn of a wheel
  if (instance.wheelAnimationTimer) clearTimeout(instance.wheelAnimationTimer);
  instance.wheelAnimationTimer = null;
  const { wrapperComponent: frame, contentComponent: picture } = instance;
  if (!frame || !picture) return;
  const start = (room: number, length: number) => Math.max(0, (room - length) / 2);
  void slide.setTransform(
    start(frame.clientWidth, picture.offsetWidth),
    start(frame.clientHeight, picture.offsetHeight),
    1,
    time,
  );
};

/** A finger trembles by as many pixels before its direction is known. */
const TREMBLE = 4;
/** The starts of touches whose direction is known. */
const known = new WeakSet<object>();

/**
 * Lets go of a finger that first moves in a direction in which the picture does not go on: it moves the slides or closes
 * the viewer.
 */
export const yieldTouch = (
  slide: ReactZoomPanPinchRef,
  finger: { clientX: number; clientY: number },
): void => {
  const { isPanning, startCoords, panStartPosition } = slide.instance;
  if (!isPanning || !startCoords || !panStartPosition || known.has(startCoords)) return;
  const x = finger.clientX - startCoords.x - panStartPosition.x;
  const y = finger.clientY - startCoords.y - panStartPosition.y;
  if (Math.hypot(x, y) <= TREMBLE) return;
  known.add(startCoords);
  if (!goesOn(slide, x, y)) slide.instance.isPanning = false;
};

/** Moves a picture by a turn of the wheel; one that only goes on to the sides moves sideways. */
export const turnBy = (
  slide: ReactZoomPanPinchRef,
  { deltaX, deltaY }: { deltaX: number; deltaY: number },
): void => {
  const { y } = overflow(slide);
  void slide.panBy(-(y ? deltaX : deltaX + deltaY), y ? -deltaY : 0, 0);
};

/** Moves a picture by a key. @returns whether the key did, or is one that only moves pictures */
export const moveByKey = (slide: ReactZoomPanPinchRef, key: string): boolean => {
  const { frame, picture } = sizesOf(slide);
  const { x, y } = overflow(slide);
  // the arrows to the sides move the slides, once a strip that lies is at its end
  const aside = { ArrowRight: -LINE, ArrowLeft: LINE }[key];
  if (aside !== undefined) {
    if (!overflow(slide, 1).x || !goesOn(slide, aside, 0)) return false;
    void slide.panBy(aside, 0, 0);
    return true;
  }
  const seen = y ? frame.height : frame.width;
  const all = y ? picture.height : picture.width;
  const way = {
    ArrowDown: -LINE,
    ArrowUp: LINE,
    PageDown: -PAGE * seen,
    PageUp: PAGE * seen,
    End: -all,
    Home: all,
  }[key];
  if (way === undefined || !(x || y)) return false;
  void slide.panBy(y ? 0 : way, y ? way : 0, 0);
  return true;
};
