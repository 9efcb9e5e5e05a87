import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus where something loads: what had it may go with the load, a button at the end of a list with the last
 * page. Call `hold` before the load; the focus then waits on `place`, which must be able to take it.
 */
export const useHeldFocus = (loading: boolean) => {
  const place = useRef<HTMLDivElement>(null);
  const held = useRef(false);
  const hold = useCallback(() => {
    held.current = place.current?.contains(document.activeElement) ?? false;
  }, []);
  useLayoutEffect(() => {
    if (held.current && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true });
    if (!loading) held.current = false;
  });
  return { place, hold };
};
