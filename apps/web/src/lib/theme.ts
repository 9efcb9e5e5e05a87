import { useSyncExternalStore } from 'react';

const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Read before the first paint by public/theme.js: the same name there. */
const KEY = 'theme';
const listeners = new Set<() => void>();

const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value);

const readTheme = (): Theme => {
  try {
    const stored = localStorage.getItem(KEY);
    return isTheme(stored) ? stored : 'system';
  } catch {
    return 'system';
  }
};

const apply = (theme: Theme): void => {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  for (const notify of listeners) notify();
};

/** Chooses the theme of this browser; `system` follows the device. */
export const setTheme = (theme: Theme): void => {
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // not kept, but shown
  }
  apply(theme);
};

/** The chosen theme, kept in step with other tabs. */
export const useTheme = (): Theme =>
  useSyncExternalStore(
    (notify) => {
      const handleStorage = (event: StorageEvent): void => {
        if (event.key === KEY || event.key === null) apply(readTheme());
      };
      listeners.add(notify);
      window.addEventListener('storage', handleStorage);
      return () => {
        listeners.delete(notify);
        window.removeEventListener('storage', handleStorage);
      };
    },
    readTheme,
    () => 'system',
  );
