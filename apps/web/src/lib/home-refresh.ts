import { useEffect, useEffectEvent } from 'react';

const listeners = new Set<() => void>();

/** The shell's Home item was pressed while Home is open (A §2.1): the feed refreshes and starts at its top. */
export const requestHomeRefresh = (): void => {
  for (const listener of listeners) listener();
};

/** Calls back on every such press while mounted. */
export const useHomeRefresh = (onRefresh: () => void): void => {
  const handle = useEffectEvent(onRefresh);
  useEffect(() => {
    const listener = (): void => handle();
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
};
