import { SECOND } from '../time.js';

const FIRST_PAUSE = 5 * SECOND;
/** The longest pause before a failed job runs again, in milliseconds. */
export const LONGEST_PAUSE = 60 * SECOND;

/** What a handler is told about its run. */
export interface JobRun {
  /** The same for each run of a job. */
  id: string;
  /** 1 for the first. */
  attempts: number;
  /** Aborted when the time limit has passed and when the process stops. */
  signal: AbortSignal;
}

/** A failure that no further try can mend: the job is given up. */
export class PermanentJobError extends Error {
  override name = 'PermanentJobError';
}

/** Milliseconds until the next try: 5 s, doubling to a minute, so that work flows soon after what was away is back. */
export const pauseAfter = (attempts: number): number =>
  Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(attempts - 1, 10));
