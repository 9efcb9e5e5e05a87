import { useCallback, useEffect, useState, type FocusEvent } from 'react';
import { usePreferences } from '../../../../lib/preferences';
import { useMediaQuery } from '../../../../lib/use-media-query';

/** Time between two slides, in ms (A §4.7). */
const ADVANCE_MS = 5000;

/**
 * Returns the current slide of `count`. Advances automatically and wraps around, unless `held` (a clip plays), the
 * keyboard focus is in it, or reduced motion is on.
 */
export const useSlides = (count: number, held = false) => {
  const [{ index, previous }, setPlace] = useState({ index: 0, previous: 0 });
  const [focused, setFocused] = useState(false);
  const asked = useMediaQuery('(prefers-reduced-motion: reduce)');
  const chosen = usePreferences(({ motion }) => motion === 'reduced');
  const paused = held || focused || asked || chosen || count < 2;

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

  /** For the element around the slides. */
  const focusProps = {
    // A pointer press also leaves focus behind, so only keyboard focus holds the slides.
    onFocus: (event: FocusEvent) => setFocused(event.target.matches(':focus-visible')),
    onBlur: (event: FocusEvent) => setFocused(event.currentTarget.contains(event.relatedTarget)),
  };
  return { index, previous, goTo, paused, focusProps };
};
