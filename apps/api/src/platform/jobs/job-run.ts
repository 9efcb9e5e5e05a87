import { randomUUID } from 'node:crypto';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { MINUTE, SECOND, later } from '../time.js';
import { withTimeout } from '../with-timeout.js';
import type { JobRecord } from './job.model.js';

const FIRST_PAUSE = 5 * SECOND;
/** The longest delay before a failed job is retried, in milliseconds. */
const MAX_RETRY_DELAY = MINUTE;
export const UNLOCKED = new Date(0);
/** A lock lasts longer than the time limit of its run, so that another process waits until the run has ended. */
const LOCK_SLACK = 30 * SECOND;

export interface JobOptions {
  /** Milliseconds after which a run counts as failed and releases its slot, even if it has not ended. */
  timeLimit?: number;
  /** Maximum concurrent runs in one process. */
  concurrency?: number;
  /** Milliseconds after it was added until a failing job is marked as dead; without it, it is retried forever. */
  giveUpAfter?: number;
  /** Makes the type recurring: one job for all processes, run again this many milliseconds after each run. */
  every?: number;
  /**
   * Runs a finished job a second time this many milliseconds later, to process writes of requests that were in
   * flight.
   */
  againAfter?: number;
}

/** A handler's information about its run. */
export interface JobRun {
  /** Same for all runs of a job. */
  id: string;
  /** 1 for the first run. */
  attempts: number;
  /** Aborted at the time limit and when the process stops. */
  signal: AbortSignal;
}

/**
 * Runs a job. May be called again for a finished job if the process died before recording that.
 * @returns when to run again, or undefined if the job is done
 * @throws PermanentJobError if no retry can help
 */
export type JobHandler<P> = (payload: P, run: JobRun) => Promise<{ runAt: Date } | undefined> | Promise<void>;

type Repeated = 'every' | 'againAfter';
export interface JobKind extends Required<Omit<JobOptions, Repeated>>, Pick<JobOptions, Repeated> {
  type: string;
  handler: (payload: unknown, run: JobRun) => Promise<{ runAt: Date } | undefined>;
  running: number;
}

type ClaimedJob = JobRecord & { lock: string };

/** A failure that no retry can fix: the job is marked as dead. */
export class PermanentJobError extends Error {
  override name = 'PermanentJobError';
}

export interface JobsDeps {
  jobs: Model<JobRecord>;
  now: () => Date;
  log: Logger;
}

/**
 * Returns the milliseconds until the next retry: 5 s, doubling up to a minute, so that work resumes soon after an
 * outage.
 */
export const retryDelay = (attempts: number): number =>
  Math.min(MAX_RETRY_DELAY, FIRST_PAUSE * 2 ** Math.min(attempts - 1, 10));

/** Locks the oldest due job of a type. */
export async function claim(
  { jobs, now }: JobsDeps,
  { type, timeLimit }: JobKind,
): Promise<ClaimedJob | null> {
  const time = now();
  const until = later(time, timeLimit + LOCK_SLACK);
  return jobs
    .findOneAndUpdate(
      { type, runAt: { $lte: time }, lockedUntil: { $lte: time } },
      { $set: { lockedUntil: until, runAt: until, lock: randomUUID() }, $inc: { attempts: 1 } },
      { sort: { runAt: 1 }, returnDocument: 'after' },
    )
    .lean<ClaimedJob>();
}

/**
 * Lowers times that are further ahead than any code sets them, which happens when the clock was set back. Jobs added
 * for a later time keep it.
 */
export async function capTimes({ jobs, now }: JobsDeps, { type, every, timeLimit }: JobKind): Promise<void> {
  const locked = later(now(), timeLimit + LOCK_SLACK);
  const waiting = later(now(), every ?? MAX_RETRY_DELAY);
  const waits = { type, lock: { $exists: false }, runAt: { $gt: waiting } };
  await jobs.bulkWrite([
    {
      updateMany: {
        filter: { type, lockedUntil: { $gt: locked } },
        update: { $set: { lockedUntil: locked, runAt: locked } },
      },
    },
    {
      updateMany: {
        filter: every === undefined ? { ...waits, lastError: { $exists: true } } : waits,
        update: { $set: { runAt: waiting } },
      },
    },
  ]);
}

/**
 * Unlocks or deletes a job after a run. If it was added again during the run, it runs again at that time, regardless
 * of the run's result.
 */
async function release(
  { jobs, now }: JobsDeps,
  { _id, lock, version }: ClaimedJob,
  next: { runAt: Date; payload?: unknown; attempts?: number; lastError?: string } | 'done' | { dead: string },
): Promise<void> {
  const mine = { _id, lock };
  const unlock = { lockedUntil: UNLOCKED };
  let matched: number;
  if (next === 'done') {
    matched = (await jobs.deleteOne({ ...mine, version })).deletedCount;
  } else {
    const update =
      'dead' in next
        ? { $set: { ...unlock, lastError: next.dead, deadAt: now() }, $unset: { lock: 1, runAt: 1 } }
        : {
            $set: { ...unlock, ...next },
            $unset: { lock: 1, ...(next.lastError === undefined && { lastError: 1 }) },
          };
    matched = (await jobs.updateOne({ ...mine, version }, update)).matchedCount;
  }
  if (matched === 0) await jobs.updateOne(mine, { $set: unlock, $unset: { lock: 1 } });
}

/** Runs a claimed job and stores the result. @param stopping ends the run and leaves the job to another process */
export async function runJob(
  deps: JobsDeps,
  kind: JobKind,
  job: ClaimedJob,
  stopping: AbortSignal,
): Promise<void> {
  const { now, log } = deps;
  const { type, every, timeLimit } = kind;
  const about = { job: job._id.toString(), type, attempts: job.attempts };
  try {
    const again = await withTimeout(timeLimit, stopping, (signal) =>
      kind.handler(job.payload, { id: about.job, attempts: job.attempts, signal }),
    );
    const next = again ?? (every === undefined ? onceMore(now, kind, job) : { runAt: later(now(), every) });
    await release(deps, job, next ? { ...next, attempts: 0 } : 'done');
  } catch (error) {
    if (stopping.aborted) return release(deps, job, { runAt: now() });
    const lastError = error instanceof Error ? error.message : String(error);
    const late = now().getTime() - job.createdAt.getTime() >= kind.giveUpAfter;
    if (every === undefined && (late || error instanceof PermanentJobError)) {
      log.error({ ...about, err: error }, 'a job was given up');
      return release(deps, job, { dead: lastError });
    }
    const runAt = later(now(), retryDelay(job.attempts));
    log.warn({ ...about, err: error, runAt }, 'a job failed and runs again later');
    await release(deps, job, { runAt, lastError });
  }
}

function onceMore(now: () => Date, { againAfter }: JobKind, { payload }: ClaimedJob) {
  const known = payload as { again?: boolean };
  if (againAfter === undefined || known.again === true) return undefined;
  return { runAt: later(now(), againAfter), payload: { ...known, again: true } };
}
