import { useEffect, type RefObject } from 'react';

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
