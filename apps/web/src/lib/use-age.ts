import { useSyncExternalStore } from 'react';
import { onTime, serverDate } from './server-clock';
import { MINUTE } from './time';

/** Derives a value from the current time, e.g. an age; renders again when it changes. */
export const useOverTime = <T extends string | number | boolean>(read: (now: Date) => T): T => {
  const readNow = () => read(serverDate());
  return useSyncExternalStore(onTime, readNow, readNow);
};

/** Renders a component again every minute, for lists with ages. */
export const useMinutes = (): number => useOverTime((now) => Math.floor(now.getTime() / MINUTE));
