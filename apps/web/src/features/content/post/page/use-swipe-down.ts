import { useRef, type TouchEvent } from 'react';
import { prefersReducedMotion } from '../../../../lib/browser';

/** A swipe down of at least this many pixels closes. */
const SWIPE = 100;
/** Movements up to this many pixels count as a tap. */
const TAP = 10;
/** How long the picture takes to spring back, in milliseconds. */
const SPRING = 200;

interface SwipeDownOptions {
  /** Called when a touch starts to move; false leaves the touch alone. */
  enabled: () => boolean;
  onClose: () => void;
  /** Called at the end of a touch that was no tap. */
  onMoved: () => void;
}

/**
 * Closes on a one-finger swipe down. The element with the ref follows the finger, and springs back after a short
 * swipe. With reduced motion it does not move.
 * @returns the ref, and handlers for the element that receives the touches
 */
export const useSwipeDown = ({ enabled, onClose, onMoved }: SwipeDownOptions) => {
  const ref = useRef<HTMLDivElement>(null);
  const start = useRef<{ x: number; y: number; follows: boolean; moved: boolean }>(null);

  const place = (down: number, time: number) => {
    if (!ref.current || prefersReducedMotion()) return;
    const { style } = ref.current;
    style.transition = time > 0 ? `transform ${time}ms ease-out` : '';
    style.transform = down > 0 ? `translateY(${down}px)` : '';
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
      const down = finger.clientY - from.y;
      const aside = Math.abs(finger.clientX - from.x);
      if (!from.moved && Math.hypot(down, aside) > TAP) {
        // the first direction decides: sideways moves the slides
        from.moved = true;
        from.follows = down > aside && enabled();
      }
      if (from.follows) place(down, 0);
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const from = start.current;
      const [finger] = Array.from(changedTouches);
      if (!from || !finger) {
        // a touch with two fingers is no tap
        onMoved();
        return;
      }
      const down = finger.clientY - from.y;
      // compare with the start, since no move events arrive while a finger drags a zoomed picture
      if (Math.hypot(down, finger.clientX - from.x) > TAP) onMoved();
      const closes = from.follows && down > SWIPE;
      if (closes) start.current = null;
      end();
      if (closes) onClose();
    },
    onTouchCancel: end,
  };
  return { ref, handlers };
};
