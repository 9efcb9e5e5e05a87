import { useEffect, useEffectEvent } from 'react';
import { shortcutOf } from '../../../../lib/keys';

const KEYS = /^([jklco?]|Escape)$/;

/**
 * Listens for the keys of `runShortcut`, which is fetched on the first one.
 * @param onEscape called on Esc if nothing on the page uses it
 */
export const useShortcuts = (enabled = true, onEscape?: () => void): void => {
  const escape = useEffectEvent(() => onEscape?.());
  useEffect(() => {
    if (!enabled) return;
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !KEYS.test(shortcutOf(event))) return;
      // Esc may close a dialog before the code has loaded
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
