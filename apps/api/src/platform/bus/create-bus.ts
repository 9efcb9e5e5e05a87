import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import type { Bus } from './bus.js';
import { createRedisBus } from './redis-bus.js';

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
