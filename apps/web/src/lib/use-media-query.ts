import { useSyncExternalStore } from 'react';

/**
 * Breakpoints of A §2.6: tablet from 768 px, desktop from 992 px; larger text gets the layout of a narrower window.
 */
export const TABLET = '(min-width: 48rem)';
export const DESKTOP = '(min-width: 62rem)';
/** Neither a phone nor a phone in landscape, where the composer is the whole page. */
export const ROOMY = '(min-width: 48rem) and (min-height: 30.01rem)';

/** A phone or tablet without a mouse: most have no keyboard with letters to press. */
export const TOUCH_ONLY = '(hover: none) and (pointer: coarse)';

interface Query {
  matches: () => boolean;
  listen: (notify: () => void) => () => void;
}

/** One list of the browser for all who listen to a query: the posts of a feed ask the same. */
const createQuery = (query: string): Query => {
  const listeners = new Set<() => void>();
  let list: MediaQueryList | undefined;
  const tell = () => listeners.forEach((notify) => notify());
  return {
    matches: () => (list ?? window.matchMedia(query)).matches,
    listen: (notify) => {
      if (!list) {
        list = window.matchMedia(query);
        list.addEventListener('change', tell);
      }
      listeners.add(notify);
      return () => {
        listeners.delete(notify);
        if (listeners.size > 0) return;
        list?.removeEventListener('change', tell);
        list = undefined;
      };
    },
  };
};

const queries = new Map<string, Query>();

const queryOf = (query: string): Query => {
  const known = queries.get(query) ?? createQuery(query);
  queries.set(query, known);
  return known;
};

const useQuery = <T>(query: string, onServer?: () => T): boolean | T => {
  const { listen, matches } = queryOf(query);
  return useSyncExternalStore<boolean | T>(listen, matches, onServer ?? matches);
};

/** Whether a media query matches; renders again when that changes. */
export const useMediaQuery = (query: string): boolean => useQuery<boolean>(query);

/** As `useMediaQuery`; undefined in a page that a web server draws, since it is for screens of all widths. */
export const useScreenQuery = (query: string): boolean | undefined => useQuery(query, () => undefined);
