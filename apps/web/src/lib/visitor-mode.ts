import { useSyncExternalStore } from 'react';
import { env } from '../config/env';
import { paths } from '../config/paths';

const KEY = 'visitor-mode';
const listeners = new Set<() => void>();

/** Whether this tab browses without an account. */
export const isVisitorMode = (): boolean => {
  if (env.publicBrowsing) return true;
  try {
    return sessionStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
};

/** Switches visitor mode for this tab. */
export const setVisitorMode = (on: boolean): void => {
  try {
    if (on) sessionStorage.setItem(KEY, 'on');
    else sessionStorage.removeItem(KEY);
  } catch {
    // without session storage there is no visitor mode: the guard asks again
  }
  for (const notify of listeners) notify();
};

/** `isVisitorMode`, drawn anew when it changes. */
export const useVisitorMode = (): boolean =>
  useSyncExternalStore(
    (notify) => {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
    isVisitorMode,
    () => false,
  );

/** Where only signed-in people go; everything else opens read-only to visitors. */
const MEMBERS_ONLY = /^\/(createpost|notifications|settings|message|i)(\/|\?|#|$)/i;

/** The page a visitor is led to who was on the way to `path`. */
export const visitorPath = (path: string): string => (MEMBERS_ONLY.test(path) ? paths.home.getHref() : path);
