type Read = (y: number) => void;

/** Delay in milliseconds within which scroll events are handled as one (F §9). */
export const DEBOUNCE = 16;

const reads = new Set<Read>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Reading the position lays the page out if anything has changed, so it is read once for all. */
const handleScroll = (): void => {
  timer ??= setTimeout(() => {
    timer = undefined;
    const { scrollY } = window;
    for (const read of reads) read(scrollY);
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
