import type { Call } from '../lib/load.js';

/** One call of the API, and the least that could answer it. */
export interface Pair {
  name: string;
  api: () => Call;
  floor: () => Call;
  /** Largest ratio of their CPU times that is aimed at. */
  aim: number;
}

/** Somebody who is signed in at both. */
export interface Member {
  id: string;
  /** Of the API. */
  cookie: string;
  /** Of the floor. */
  floorCookie: string;
}
