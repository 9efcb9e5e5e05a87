import { lazy, type ComponentType } from 'react';

/** A route's component, loaded when it is first shown; what becomes of a chunk that is gone, the error boundary knows. */
export const lazyRoute = <K extends string, P extends object = object>(
  load: () => Promise<Record<K, ComponentType<P>>>,
  name: K,
) => lazy(async () => ({ default: (await load())[name] }));
