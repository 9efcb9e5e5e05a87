import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';

const useRequests = create(() => ({}));

/** The shell's Home item was pressed while Home is open (A §2.1): the feed refreshes and starts at its top. */
export const requestHomeRefresh = (): void => useRequests.setState({});

/** Calls back on every such press while mounted. */
export const useHomeRefresh = (onRefresh: () => void): void => {
  const handle = useEffectEvent(onRefresh);
  useEffect(() => useRequests.subscribe(() => handle()), []);
};
