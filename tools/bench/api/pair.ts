import type { Call } from '../lib/load.js';

/** A call of the API, and the cheapest equivalent on the floor. */
export interface Pair {
  name: string;
  api: () => Call;
  floor: () => Call;
  /** Target: maximum ratio of their CPU times. */
  aim: number;
}

/** A user signed in on both sides. */
export interface Member {
  id: string;
  /** Cookie of the API. */
  cookie: string;
  /** Cookie of the floor. */
  floorCookie: string;
}
