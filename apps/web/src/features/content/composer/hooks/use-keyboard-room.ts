import { useEffect, type RefObject } from 'react';

/**
 * Tells a page how much of it an on-screen keyboard leaves visible, since keyboards cover the page instead of making
 * it smaller. Sets two lengths on the element: `--keyboard`, which is covered at the bottom, and `--pushed`, which is
 * pushed out at the top (Safari).
 */
export const useKeyboardRoom = (place: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const seen = window.visualViewport;
    const style = place.current?.style;
    if (!seen || !style) return;
    const measure = (): void => {
      // zooming in makes the visible part smaller too
      const pushed = seen.scale > 1 ? 0 : Math.max(0, seen.offsetTop);
      const covered = seen.scale > 1 ? 0 : Math.max(0, window.innerHeight - seen.height - pushed);
      style.setProperty('--pushed', `${pushed}px`);
      style.setProperty('--keyboard', `${covered}px`);
    };
    measure();
    seen.addEventListener('resize', measure);
    seen.addEventListener('scroll', measure);
    return () => {
      seen.removeEventListener('resize', measure);
      seen.removeEventListener('scroll', measure);
    };
  }, [place]);
};
