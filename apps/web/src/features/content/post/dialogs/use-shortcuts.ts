import { useEffect, useEffectEvent } from 'react';
import { shortcutOf } from '../../../../lib/keys';

/** Matches every key that may be a shortcut. */
const KEYS = /^(.|Escape)$/;

/**
 * Runs `runShortcut`, which is fetched on the first key that it may have.
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
