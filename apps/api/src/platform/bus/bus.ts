import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { createRedisBus } from './redis-bus.js';

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

const nothing = () => undefined;

/** For one process, or several that only poll. */
const NO_BUS: Bus = {
  start: nothing,
  isUp: () => false,
  publish: nothing,
  subscribe: () => nothing,
  close: nothing,
};

export const createBus = ({ redisUrl }: Pick<Config, 'redisUrl'>, log: Logger): Bus =>
  redisUrl === null ? NO_BUS : createRedisBus(redisUrl, log);
