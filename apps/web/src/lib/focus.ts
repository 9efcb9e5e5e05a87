import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * When what had the focus goes away now, and the focus with it, the focus moves to what comes instead.
 * @param selector finds it
 */
export const focusIfLost = (selector: string): void => {
  // what an answer changes is drawn in the next turn
  setTimeout(() => {
    const { activeElement, body } = document;
    if (activeElement === body || activeElement === null)
      document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  });
};

/**
 * Browsers drop the focus when what had it is taken away or disabled: it then goes to `place`, which held that, so that
 * the next Tab goes on from there.
 * @param place takes the focus by script (`tabIndex={-1}`)
 */
export const useFocusKept = (place: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const box = place.current;
    if (!box) return;
    let held: Element | null = null;
    const note = ({ target }: FocusEvent): void => {
      held = target as Element;
    };
    const forget = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget !== null) held = null;
    };
    const observer = new MutationObserver(() => {
      if (held === null || (held.isConnected && !held.matches(':disabled'))) return;
      const { activeElement, body } = document;
      if (activeElement === body || activeElement === held) box.focus({ preventScroll: true });
      held = null;
    });
    box.addEventListener('focusin', note);
    box.addEventListener('focusout', forget);
    observer.observe(box, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      box.removeEventListener('focusin', note);
      box.removeEventListener('focusout', forget);
      observer.disconnect();
    };
  }, [place]);
};

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
