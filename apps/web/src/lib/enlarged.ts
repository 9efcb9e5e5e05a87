/** Whether two fingers have enlarged the page: one then moves what is seen of it. Browsers may round the scale. */
export const isEnlarged = (): boolean => (window.visualViewport?.scale ?? 1) > 1.01;

/** Calls back when that may have changed. @returns a function that stops it */
export const watchEnlarged = (notify: () => void): (() => void) => {
  const seen = window.visualViewport;
  seen?.addEventListener('resize', notify);
  return () => seen?.removeEventListener('resize', notify);
};
