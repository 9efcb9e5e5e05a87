import { useEffect, type RefObject } from 'react';
import { isLost } from './focus';

/**
 * Restores the focus when the focused element is removed or disabled, where browsers drop it. The focus moves to
 * the sibling that took its place, else to `place`, so that the next Tab continues from there; it returns to an
 * element that is enabled again.
 * @param place the container, focusable by script (`tabIndex={-1}`)
 * @param kind selector of the siblings
 */
export const useFocusKept = (place: RefObject<HTMLElement | null>, kind?: string): void => {
  useEffect(() => {
    const box = place.current;
    if (!box) return;
    const kin = (): HTMLElement[] => (kind ? [...box.querySelectorAll<HTMLElement>(kind)] : []);
    let held: HTMLElement | null = null;
    let index = -1;
    /** Whether the element is disabled for now. */
    let waits = false;
    const note = ({ target }: FocusEvent): void => {
      if (target === box) return;
      held = target as HTMLElement;
      index = kin().indexOf(held);
      waits = false;
    };
    const forget = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget !== null && relatedTarget !== box) held = null;
    };
    const observer = new MutationObserver(() => {
      if (held === null) return;
      if (held.isConnected && !held.matches(':disabled')) {
        if (waits && (isLost() || document.activeElement === box)) held.focus({ preventScroll: true });
        waits = false;
      } else if (isLost()) {
        waits = held.isConnected;
        const left = kin();
        const next = waits ? undefined : left[Math.min(index, left.length - 1)];
        if (!waits) held = null;
        (next ?? box).focus({ preventScroll: true });
      }
    });
    box.addEventListener('focusin', note);
    box.addEventListener('focusout', forget);
    observer.observe(box, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      box.removeEventListener('focusin', note);
      box.removeEventListener('focusout', forget);
      observer.disconnect();
    };
  }, [place, kind]);
};
