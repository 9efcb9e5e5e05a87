import { useEffect, type RefObject } from 'react';
import { isLost } from './focus';

/**
 * Browsers drop the focus when what had it is taken away or disabled. It then goes to the one of its kind that took its
 * place, else to `place`, which held it, so that the next Tab goes on from there; and back to what is enabled again.
 * @param place takes the focus by script (`tabIndex={-1}`)
 * @param kind selector of those that follow one another
 */
export const useFocusKept = (place: RefObject<HTMLElement | null>, kind?: string): void => {
  useEffect(() => {
    const box = place.current;
    if (!box) return;
    const kin = (): HTMLElement[] => (kind ? [...box.querySelectorAll<HTMLElement>(kind)] : []);
    let held: HTMLElement | null = null;
    let index = -1;
    /** It is disabled for now. */
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
