import { useEffect, useState, type RefObject } from 'react';
import { headerSize, scrollProgress, type HeaderSize } from '../model/header-size';

/** Scroll events closer together than this many milliseconds are read as one (F §9). */
const DEBOUNCE = 16;
/** Without an event for so many milliseconds the scrolling has ended: what was fast is over. */
const STILL = 150;

/**
 * The header's size for where the window is scrolled to and how fast. Writes the progress (0 to 1) to the custom
 * property `--progress` of `line`, so that scrolling renders nothing.
 */
export const useHeaderSize = (line: RefObject<HTMLElement | null>): HeaderSize => {
  const [size, setSize] = useState<HeaderSize>(() => headerSize(window.scrollY, 0));
  useEffect(() => {
    let last = { y: window.scrollY, at: performance.now() };
    /** Where the way up began: the lowest point since the last move down. */
    let turn = last.y;
    let progress: string | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let still: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      const now = { y: window.scrollY, at: performance.now() };
      const velocity = (now.y - last.y) / Math.max(1, now.at - last.at);
      if (now.y > last.y) turn = now.y;
      last = now;
      const next = String(scrollProgress(now.y));
      // the same again would have the browser work out styles again
      if (next !== progress) line.current?.style.setProperty('--progress', next);
      progress = next;
      setSize(headerSize(now.y, velocity, turn - now.y));
    };
    const handleScroll = () => {
      timer ??= setTimeout(read, DEBOUNCE);
      clearTimeout(still);
      still = setTimeout(read, STILL);
    };
    read();
    window.addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      clearTimeout(still);
      window.removeEventListener('scroll', handleScroll);
    };
  }, [line]);
  return size;
};
