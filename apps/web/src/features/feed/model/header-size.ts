/** Sizes of the home header: 64, 52 and 40 px (F §2, design look). */
export type HeaderSize = 'normal' | 'compact' | 'ultra-compact';

const COMPACT_AT = 50;
const ULTRA_AT = 300;
const UP_BY = 100;
const FAST_PX_PER_MS = 10;

/**
 * `y` in pixels from the top, `velocity` in pixels per millisecond, either sign (F §9). Whoever turns back and scrolls up
 * by more than 100 px, `up` in pixels, is looking for something: an ultra-compact header grows back to compact.
 */
export const headerSize = (y: number, velocity: number, up = 0): HeaderSize => {
  if (y <= COMPACT_AT) return 'normal';
  const fast = Math.abs(velocity) > FAST_PX_PER_MS;
  return fast || (y > ULTRA_AT && up <= UP_BY) ? 'ultra-compact' : 'compact';
};

/** Share of the way to the ultra-compact size, 0 to 1: the progress line is full at 300 px (F §2). */
export const scrollProgress = (y: number): number => Math.min(1, Math.max(0, y / ULTRA_AT));

/** Deeply scrolled: beyond so many pixels the scroll-to-top button shows (F §2: about 200 to 300; F §9). */
export const DEEP_AT = 200;
