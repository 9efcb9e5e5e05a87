import { MINUTE, SECOND } from '../time.js';

const FIRST_PAUSE = 5 * SECOND;
/** The longest delay before a failed job is retried, in milliseconds. */
export const MAX_RETRY_DELAY = MINUTE;

/** A handler's information about its run. */
export interface JobRun {
  /** Same for all runs of a job. */
  id: string;
  /** 1 for the first run. */
  attempts: number;
  /** Aborted at the time limit and when the process stops. */
  signal: AbortSignal;
}

/** A failure that no retry can fix: the job is marked as dead. */
export class PermanentJobError extends Error {
  override name = 'PermanentJobError';
}

/**
 * Returns the milliseconds until the next retry: 5 s, doubling up to a minute, so that work resumes soon after an
 * outage.
 */
export const retryDelay = (attempts: number): number =>
  Math.min(MAX_RETRY_DELAY, FIRST_PAUSE * 2 ** Math.min(attempts - 1, 10));
