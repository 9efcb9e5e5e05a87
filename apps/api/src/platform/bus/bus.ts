/**
 * Tells processes that something has changed, by topics. Messages may be lost, so readers poll as well, though rarely
 * while the bus is up.
 */
export interface Bus {
  /** Begins to connect. */
  start: () => void;
  /** Whether messages of other processes arrive. */
  isUp: () => boolean;
  /** Sends a message on each topic, without waiting; drops those that cannot be sent. */
  publish: (topics: readonly string[]) => void;
  /** Calls back for each message on a topic. @returns ends that */
  subscribe: (topic: string, hear: () => void) => () => void;
  close: () => void;
}
