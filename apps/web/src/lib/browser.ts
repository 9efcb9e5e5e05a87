/** Loads another page in full, or reloads this one; replaced in tests. */
export const browser = {
  leaveFor: (url: string): void => window.location.assign(url),
  reload: (): void => window.location.reload(),
};

/**
 * Whether to reduce motion: set in Settings, which mark the page (lib/preferences), or on the device. For scrolling
 * and sliding by script; style sheets handle it in CSS.
 */
export const prefersReducedMotion = (): boolean =>
  document.documentElement.dataset['motion'] === 'reduced' ||
  window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Whether text runs from right to left: then the left arrow moves forward. */
export const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === 'rtl';
