import { useRef, type TouchEvent } from 'react';
import { prefersReducedMotion } from '../../../lib/browser';

/** A finger that goes down at least this far, in pixels, closes. */
const SWIPE = 100;
/** Up to this far, in pixels, a finger taps and has no direction yet. */
const TAP = 10;
/** How long a picture takes back to its place, in milliseconds. */
const SPRING = 200;

interface SwipeDownOptions {
  /** Asked when a finger comes down. */
  enabled: () => boolean;
  onClose: () => void;
  /** Called at the end of a touch that was no tap. */
  onMoved: () => void;
}

/**
 * Closes when one finger swipes down. What has the ref follows the finger, and springs back if it stops too early; under
 * reduced motion it stays in place.
 * @returns the ref, and handlers for the element that takes the touches
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
        // the first direction counts: aside moves the slides
        from.moved = true;
        from.follows = down > aside && enabled();
      }
      if (from.follows) place(down, 0);
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const from = start.current;
      const [finger] = Array.from(changedTouches);
      if (!from || !finger) {
        // two fingers do not tap
        onMoved();
        return;
      }
      const down = finger.clientY - from.y;
      // by where it is lifted: of a finger that drags an enlarged picture no moves come here
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
