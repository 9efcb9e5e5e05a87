import { lazy, type ComponentType } from 'react';

const RELOADED = 'reloaded-for-chunk';

/**
 * A route's component, loaded when it is first shown. A chunk that is gone (the app was deployed anew meanwhile) reloads
 * the page once; a second failure is shown as an error.
 */
export const lazyRoute = <K extends string, P extends object = object>(
  load: () => Promise<Record<K, ComponentType<P>>>,
  name: K,
) =>
  lazy(async () => {
    try {
      const module = await load();
      sessionStorage.removeItem(RELOADED);
      return { default: module[name] };
    } catch (error) {
      if (sessionStorage.getItem(RELOADED) !== null) throw error;
      sessionStorage.setItem(RELOADED, 'yes');
      window.location.reload();
      return new Promise<never>(() => undefined);
    }
  });
