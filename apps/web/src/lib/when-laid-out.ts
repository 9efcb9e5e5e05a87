/**
 * Calls `run` in the next frame, after its layout: reading a position then lays nothing out. A frame is the only time when
 * that is certain, and an observer that has just begun is told of its element's size there.
 * @returns cancels it
 */
export const whenLaidOut = (run: () => void): (() => void) => {
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    run();
  });
  observer.observe(document.documentElement);
  return () => observer.disconnect();
};
