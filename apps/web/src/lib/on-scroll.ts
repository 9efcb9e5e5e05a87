import { whenLaidOut } from './when-laid-out';

type Read = (y: number) => void;

/** Delay in milliseconds within which scroll events are handled as one (F §9). */
export const DEBOUNCE = 16;

const reads = new Set<Read>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** The position in the frame of the last scroll event, once that is laid out. */
let drawn: number | undefined;
let cancel: (() => void) | undefined;
let last = 0;

/** The window's scroll position in pixels in the last frame that scrolled. Known while `onScroll` has a listener. */
export const lastPosition = (): number => last;

/** Reading the position lays the page out if anything has changed, so it is read once for all, where nothing has. */
const handleScroll = (): void => {
  drawn = undefined;
  cancel?.();
  cancel = whenLaidOut(() => {
    last = drawn = window.scrollY;
  });
  timer ??= setTimeout(() => {
    timer = undefined;
    const y = drawn ?? window.scrollY;
    for (const read of reads) read(y);
  }, DEBOUNCE);
};

/**
 * Calls `read` with the window's scroll position in pixels, soon after it has changed.
 * @returns stops it
 */
export const onScroll = (read: Read): (() => void) => {
  if (reads.size === 0) window.addEventListener('scroll', handleScroll, { passive: true });
  reads.add(read);
  return () => {
    reads.delete(read);
    if (reads.size === 0) window.removeEventListener('scroll', handleScroll);
  };
};
