/** Sizes of the home header: 64, 52 and 40 px (F §2, design look). */
export type HeaderSize = 'normal' | 'compact' | 'ultra-compact';

const COMPACT_AT = 50;
const ULTRA_AT = 300;
const DEEP_AT = 200;
const FAST_PX_PER_MS = 10;

/** `y` in pixels from the top, `velocity` in pixels per millisecond, either sign (F §9). */
export const headerSize = (y: number, velocity: number): HeaderSize => {
  if (y > ULTRA_AT || (y > COMPACT_AT && Math.abs(velocity) > FAST_PX_PER_MS)) return 'ultra-compact';
  return y > COMPACT_AT ? 'compact' : 'normal';
};

/** Share of the way to the ultra-compact size, 0 to 1: the progress line is full at 300 px (F §2). */
export const scrollProgress = (y: number): number => Math.min(1, Math.max(0, y / ULTRA_AT));

/** Whether the page is scrolled deeply enough for the scroll-to-top button (F §2: 200 to 300 px). */
export const isDeep = (y: number): boolean => y > DEEP_AT;
