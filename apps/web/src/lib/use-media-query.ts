import { useSyncExternalStore } from 'react';

/**
 * Breakpoints of A §2.6: tablet from 768 px, desktop from 992 px; larger text gets the layout of a narrower window.
 */
export const TABLET = '(min-width: 48rem)';
export const DESKTOP = '(min-width: 62rem)';
/** Neither a phone nor a phone in landscape, where the composer is the whole page. */
export const ROOMY = '(min-width: 48rem) and (min-height: 30.01rem)';

const useQuery = <T>(query: string, onServer?: () => T): boolean | T => {
  const read = () => window.matchMedia(query).matches;
  const listen = (notify: () => void) => {
    const list = window.matchMedia(query);
    list.addEventListener('change', notify);
    return () => list.removeEventListener('change', notify);
  };
  return useSyncExternalStore<boolean | T>(listen, read, onServer ?? read);
};

/** Whether a media query matches; renders again when that changes. */
export const useMediaQuery = (query: string): boolean => useQuery<boolean>(query);

/** As `useMediaQuery`; undefined in a page that a web server draws, since it is for screens of all widths. */
export const useScreenQuery = (query: string): boolean | undefined => useQuery(query, () => undefined);
