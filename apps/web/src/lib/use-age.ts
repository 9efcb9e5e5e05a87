import { useSyncExternalStore } from 'react';
import { onTime, serverNow } from './server-clock';

/** What a time says of itself now, e.g. its age: drawn again when that changes. */
export const useOverTime = <T extends string | number | boolean>(read: (now: Date) => T): T =>
  useSyncExternalStore(onTime, () => read(new Date(serverNow())));

/** Draws a component again with every minute, for lists with ages. */
export const useMinutes = (): number => useOverTime((now) => Math.floor(now.getTime() / 60_000));
