import { isEnlarged } from './enlarged';

/**
 * Tells an element how much of the page an on-screen keyboard leaves visible, since keyboards cover the page instead of
 * making it smaller. Sets two lengths on it: `--keyboard`, which is covered at the bottom, and `--pushed`, which is
 * pushed out at the top (Safari). To be the `ref` of the element.
 * @returns a function that stops it
 */
export const keepKeyboardRoom = (element: HTMLElement | null): (() => void) | undefined => {
  const seen = window.visualViewport;
  if (!seen || !element) return undefined;
  const measure = (): void => {
    // zooming in makes the visible part smaller too
    const pushed = isEnlarged() ? 0 : Math.max(0, seen.offsetTop);
    const covered = isEnlarged() ? 0 : Math.max(0, window.innerHeight - seen.height - pushed);
    element.style.setProperty('--pushed', `${pushed}px`);
    element.style.setProperty('--keyboard', `${covered}px`);
  };
  measure();
  seen.addEventListener('resize', measure);
  seen.addEventListener('scroll', measure);
  return () => {
    seen.removeEventListener('resize', measure);
    seen.removeEventListener('scroll', measure);
  };
};
