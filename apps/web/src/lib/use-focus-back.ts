import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Browsers take the focus from what is disabled: it goes back there once it is enabled again, unless it is elsewhere.
 * @param place what is disabled, or what holds it
 */
export const useFocusBack = (place: RefObject<HTMLElement | null>, disabled: boolean): void => {
  const held = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    if (!disabled) {
      if (activeElement === body) held.current?.focus({ preventScroll: true });
      held.current = null;
    } else if (activeElement instanceof HTMLElement && place.current?.contains(activeElement))
      held.current = activeElement;
  }, [place, disabled]);
};
