import { useSyncExternalStore } from 'react';

/** Breakpoints of A §2.6 in px: tablet from 768, desktop from 992. */
export const TABLET = '(min-width: 768px)';
export const DESKTOP = '(min-width: 992px)';

/** Whether a media query holds, and again whenever that changes. */
export const useMediaQuery = (query: string): boolean =>
  useSyncExternalStore(
    (notify) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', notify);
      return () => list.removeEventListener('change', notify);
    },
    () => window.matchMedia(query).matches,
  );
