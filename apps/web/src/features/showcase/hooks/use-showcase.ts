import { useCallback, useEffect, useState } from 'react';
import { useMediaQuery } from '../../../lib/use-media-query';

/** Between two slides while nobody is busy with one, in ms (A §4.7). */
const ADVANCE_MS = 5000;

/**
 * Which of `count` slides is shown. Advances by itself, around the end, unless `held` (a clip plays, or somebody has the
 * pointer or the focus on it) or the person asked for less motion.
 */
export const useShowcase = (count: number, held: boolean) => {
  const [{ index, previous }, setPlace] = useState({ index: 0, previous: 0 });
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const paused = held || still;

  const goTo = useCallback(
    (next: number): void =>
      setPlace((place) => {
        const wrapped = (next + count) % count;
        return wrapped === place.index ? place : { index: wrapped, previous: place.index };
      }),
    [count],
  );

  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => goTo(index + 1), ADVANCE_MS);
    return () => clearTimeout(timer);
  }, [paused, index, goTo]);

  return { index, previous, goTo, paused };
};
