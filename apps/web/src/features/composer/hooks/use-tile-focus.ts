import { useCallback, useLayoutEffect, useRef } from 'react';

const REMOVE = '[data-remove]';
const PICKER = 'input[type=file]';

/**
 * Where the focus goes when the tile or the button that had it is no more: to the tile that took the place of one that
 * was taken out, else to the field for files.
 * @param list changes with the tiles
 * @returns the element around them, and what to call before one is taken out, with its place, or files are chosen
 */
export const useTileFocus = (list: unknown) => {
  const area = useRef<HTMLElement>(null);
  const next = useRef<number>(undefined);
  const hold = useCallback((place: number) => {
    next.current = place;
  }, []);
  useLayoutEffect(() => {
    const place = next.current;
    next.current = undefined;
    if (place === undefined || document.activeElement !== document.body) return;
    const left = [...(area.current?.querySelectorAll<HTMLElement>(REMOVE) ?? [])];
    (left[Math.min(place, left.length - 1)] ?? area.current?.querySelector<HTMLElement>(PICKER))?.focus();
  }, [list]);
  return { area, hold };
};
