/** Leaves this page for another in full, or for itself; replaced in tests. */
export const browser = {
  leaveFor: (url: string): void => window.location.assign(url),
  reload: (): void => window.location.reload(),
};

/**
 * Whether nothing may glide: by Settings, which mark the page (lib/preferences), or by the device. Scrolling and sliding
 * by script ask it; style sheets know by themselves.
 */
export const prefersReducedMotion = (): boolean =>
  document.documentElement.dataset['motion'] === 'reduced' ||
  window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Whether lines run from right to left here: then the arrow to the left leads to what comes next. */
export const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === 'rtl';
