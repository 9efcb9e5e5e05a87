import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';

const useRequests = create(() => ({}));

/**
 * Called when Home in the shell is pressed while Home is open (A §2.1): the feed refreshes and scrolls to its top.
 */
export const requestHomeRefresh = (): void => useRequests.setState({});

/** Calls `onRefresh` on every such press while mounted. */
export const useHomeRefresh = (onRefresh: () => void): void => {
  const handle = useEffectEvent(onRefresh);
  useEffect(() => useRequests.subscribe(() => handle()), []);
};
