import { lazy, type ComponentType } from 'react';

type Load = () => Promise<unknown>;

const loaded = new WeakMap<Load, unknown>();

/** Fetches a part beside what needs it; `lazyRoute` of the same function then shows it without waiting. */
export const ahead = (load: Load): void =>
  void load().then(
    (module) => loaded.set(load, module),
    () => undefined,
  );

/**
 * A route's component, loaded when it is first shown; what becomes of a chunk that is gone, the error boundary knows. One
 * that is there already shows at once: React lets what waits inside of what waited appear 300 ms later.
 */
export const lazyRoute = <K extends string, P extends object = object>(
  load: () => Promise<Record<K, ComponentType<P>>>,
  name: K,
) =>
  lazy(() => {
    const module = loaded.get(load) as Record<K, ComponentType<P>> | undefined;
    const answer = (from: Record<K, ComponentType<P>>) => ({ default: from[name] });
    if (!module) return load().then(answer);
    const now = {
      then: (resolve: (component: { default: ComponentType<P> }) => void) => resolve(answer(module)),
    };
    // React asks for no more than this of a promise
    return now as Promise<{ default: ComponentType<P> }>;
  });
