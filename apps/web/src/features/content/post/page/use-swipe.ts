import { useRef, type TouchEvent } from 'react';
import { prefersReducedMotion } from '../../../../lib/browser';

/** A swipe of at least this many pixels acts. */
const SWIPE = 100;
/** Movements up to this many pixels count as a tap. */
const TAP = 10;
/** How long the picture takes to spring back, in milliseconds. */
const SPRING = 200;

interface SwipeOptions {
  toward: 'up' | 'down';
  /** Called when a touch starts to move; false leaves the touch alone. */
  enabled: () => boolean;
  onSwipe: () => void;
  /** Called at the end of a touch that was no tap. */
  onMoved?: () => void;
}

/**
 * Acts on a one-finger swipe up or down. The element with the ref follows the finger, and springs back after a short
 * swipe, or after one up. With reduced motion it does not move.
 * @returns the ref, and handlers for the element that receives the touches
 */
export const useSwipe = ({ toward, enabled, onSwipe, onMoved }: SwipeOptions) => {
  const ref = useRef<HTMLDivElement>(null);
  const sign = toward === 'down' ? 1 : -1;
  const start = useRef<{ x: number; y: number; follows: boolean; moved: boolean }>(null);

  const place = (way: number, time: number) => {
    if (!ref.current || prefersReducedMotion()) return;
    const { style } = ref.current;
    style.transition = time > 0 ? `transform ${time}ms ease-out` : '';
    style.transform = way > 0 ? `translateY(${sign * way}px)` : '';
  };
  const end = () => {
    if (start.current?.follows) place(0, SPRING);
    start.current = null;
  };
  const handlers = {
    onTouchStart: ({ touches }: TouchEvent) => {
      end();
      const [finger, second] = Array.from(touches);
      if (!finger || second) return;
      start.current = { x: finger.clientX, y: finger.clientY, follows: false, moved: false };
    },
    onTouchMove: ({ touches }: TouchEvent) => {
      const from = start.current;
      const [finger] = Array.from(touches);
      if (!from || !finger) return;
      const way = sign * (finger.clientY - from.y);
      const aside = Math.abs(finger.clientX - from.x);
      if (!from.moved && Math.hypot(way, aside) > TAP) {
        // the first direction decides: sideways moves the slides
        from.moved = true;
        from.follows = way > aside && enabled();
      }
      if (from.follows) place(way, 0);
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const from = start.current;
      const [finger] = Array.from(changedTouches);
      if (!from || !finger) {
        // a touch with two fingers is no tap
        onMoved?.();
        return;
      }
      const way = sign * (finger.clientY - from.y);
      // compare with the start, since no move events arrive while a finger drags a zoomed picture
      if (Math.hypot(way, finger.clientX - from.x) > TAP) onMoved?.();
      const acts = from.follows && way > SWIPE;
      // what closes stays where the finger left it
      if (acts && toward === 'down') start.current = null;
      end();
      if (acts) onSwipe();
    },
    onTouchCancel: end,
  };
  return { ref, handlers };
};
