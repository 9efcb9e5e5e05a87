import { useEffect, useEffectEvent } from 'react';

const KEYS = /^([jklco?]|Escape)$/;

/**
 * Listens for the keys of `runShortcut`, which is fetched with the first one.
 * @param onEscape what Esc does when nothing on the page has a use for it
 */
export const useShortcuts = (enabled = true, onEscape?: () => void): void => {
  const escape = useEffectEvent(() => onEscape?.());
  useEffect(() => {
    if (!enabled) return;
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !KEYS.test(event.key)) return;
      // a dialog that this key closes is gone by the time the code is there
      if (event.key === 'Escape' && document.querySelector('[role$="dialog"], [role="menu"], dialog[open]'))
        return;
      void import('./shortcuts').then(
        ({ runShortcut }) => runShortcut(event, escape),
        () => undefined,
      );
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [enabled]);
};
