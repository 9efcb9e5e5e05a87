import { useSyncExternalStore } from 'react';

export type Motion = 'system' | 'reduced';

/** `motion` is read before the first paint by public/theme.js: the same name there. */
const MOTION = 'motion';
const AUTOPLAY = 'autoplay';
const listeners = new Set<() => void>();

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

const write = (key: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // holds until the page is left then
  }
  for (const notify of listeners) notify();
};

const subscribe = (notify: () => void) => {
  const handleStorage = (event: StorageEvent) => {
    if (event.key === MOTION || event.key === null) applyMotion(readMotion());
    notify();
  };
  listeners.add(notify);
  window.addEventListener('storage', handleStorage);
  return () => {
    listeners.delete(notify);
    window.removeEventListener('storage', handleStorage);
  };
};

const readMotion = (): Motion => (read(MOTION) === 'reduced' ? 'reduced' : 'system');

const applyMotion = (motion: Motion): void => {
  if (motion === 'reduced') document.documentElement.dataset['motion'] = motion;
  else delete document.documentElement.dataset['motion'];
};

/** Less motion in this browser, or as the device says. */
export const setMotion = (motion: Motion): void => {
  applyMotion(motion);
  write(MOTION, motion === 'reduced' ? motion : null);
};

/** What is chosen about motion in this browser; drawn anew when another tab changes it. */
export const useMotion = (): Motion => useSyncExternalStore(subscribe, readMotion, () => 'system');

/** Whether clips start by themselves, without sound, while they are in sight; off unless chosen. */
export const setAutoplay = (on: boolean): void => write(AUTOPLAY, on ? 'on' : null);

const readAutoplay = (): boolean => read(AUTOPLAY) === 'on';

/** Whether clips start by themselves in this browser; drawn anew when another tab changes it. */
export const useAutoplay = (): boolean => useSyncExternalStore(subscribe, readAutoplay, () => false);
