import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Model, Types } from 'mongoose';
import type { Logger } from 'pino';
import { retryDuplicate } from '../db/duplicate-key.js';
import type { JobRecord } from './job.model.js';
import { runForRequest } from '../request-context.js';
import { withTimeout } from '../with-timeout.js';
import { MAX_RETRY_DELAY, PermanentJobError, retryDelay, type JobRun } from './job-run.js';
import { MINUTE, SECOND, later } from '../time.js';

const UNLOCKED = new Date(0);
/** How often each process polls for jobs that other processes added or that became due. */
const LOOK_EVERY = 5 * SECOND;
/** How often each process corrects times that a wrong clock set too far ahead. */
const CAP_EVERY = MINUTE;
/** A lock lasts longer than the time limit of its run, so that another process waits until the run has ended. */
const LOCK_SLACK = 30 * SECOND;
/** On stop, running jobs have this long to finish, then half a second more after they are aborted. */
const STOP_WAITS = 2 * SECOND;
const ABORT_WAITS = SECOND / 2;

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

/**
 * Runs a job. May be called again for a finished job if the process died before recording that.
 * @returns when to run again, or undefined if the job is done
 * @throws PermanentJobError if no retry can help
 */
export type JobHandler<P> = (payload: P, run: JobRun) => Promise<{ runAt: Date } | undefined> | Promise<void>;

type Repeated = 'every' | 'againAfter';
interface JobKind extends Required<Omit<JobOptions, Repeated>>, Pick<JobOptions, Repeated> {
  type: string;
  handler: (payload: unknown, run: JobRun) => Promise<{ runAt: Date } | undefined>;
  running: number;
}

type ClaimedJob = JobRecord & { lock: string };

interface JobsDeps {
  jobs: Model<JobRecord>;
  now: () => Date;
  log: Logger;
}

export type Jobs = ReturnType<typeof createJobs>;

/**
 * The queue of background work. Jobs are stored in the database, so they survive the end of the process, and any
 * process that has defined their type may run them. The oldest runs first. A failed job is retried later and lets
 * others pass; a job of a dead process runs again when its lock expires. So handlers must be idempotent.
 *
 *     jobs.define('account-deletion', { timeLimit: 10_000 }, async ({ userId }: { userId: string }, { signal }) => { … });
 *     await jobs.add('account-deletion', { userId }, { key: userId });
 */
export function createJobs({ jobs, now, log }: JobsDeps) {
  const kinds = new Map<string, JobKind>();
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  // Each running job adds a listener, and there may be more than the ten after which Node warns.
  setMaxListeners(0, stopping.signal);
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  let capAt = 0;

  async function claim({ type, timeLimit }: JobKind): Promise<ClaimedJob | null> {
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
   * Lowers times that are further ahead than any code sets them, which happens when the clock was set back. Jobs
   * added for a later time keep it.
   */
  async function capTimes({ type, every, timeLimit }: JobKind): Promise<void> {
    const capped = { locked: after(timeLimit + LOCK_SLACK), waiting: after(every ?? MAX_RETRY_DELAY) };
    const waits = { type, lock: { $exists: false }, runAt: { $gt: capped.waiting } };
    await jobs.bulkWrite([
      {
        updateMany: {
          filter: { type, lockedUntil: { $gt: capped.locked } },
          update: { $set: { lockedUntil: capped.locked, runAt: capped.locked } },
        },
      },
      {
        updateMany: {
          filter: every === undefined ? { ...waits, lastError: { $exists: true } } : waits,
          update: { $set: { runAt: capped.waiting } },
        },
      },
    ]);
  }

  /** Runs `capTimes` for some types; on a database failure the next call retries. */
  async function capAll(some: readonly JobKind[]): Promise<void> {
    try {
      for (const kind of some) await capTimes(kind);
    } catch (error) {
      if (!ended) log.warn({ err: error }, 'times of jobs cannot be written');
    }
  }

  /**
   * Unlocks or deletes a job after a run. If it was added again during the run, it runs again at that time,
   * regardless of the run's result.
   */
  async function release(
    { _id, lock, version }: ClaimedJob,
    next:
      { runAt: Date; payload?: unknown; attempts?: number; lastError?: string } | 'done' | { dead: string },
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

  async function run(kind: JobKind, job: ClaimedJob): Promise<void> {
    const { type, every, timeLimit } = kind;
    const about = { job: job._id.toString(), type, attempts: job.attempts };
    try {
      const again = await withTimeout(timeLimit, stopping.signal, (signal) =>
        kind.handler(job.payload, { id: about.job, attempts: job.attempts, signal }),
      );
      const next = again ?? (every === undefined ? onceMore(kind, job) : { runAt: after(every) });
      await release(job, next ? { ...next, attempts: 0 } : 'done');
    } catch (error) {
      if (stopping.signal.aborted) return release(job, { runAt: now() });
      const lastError = error instanceof Error ? error.message : String(error);
      const late = now().getTime() - job.createdAt.getTime() >= kind.giveUpAfter;
      if (every === undefined && (late || error instanceof PermanentJobError)) {
        log.error({ ...about, err: error }, 'a job was given up');
        return release(job, { dead: lastError });
      }
      const runAt = after(retryDelay(job.attempts));
      log.warn({ ...about, err: error, runAt }, 'a job failed and runs again later');
      await release(job, { runAt, lastError });
    }
  }

  function onceMore({ againAfter }: JobKind, { payload }: ClaimedJob) {
    const known = payload as { again?: boolean };
    if (againAfter === undefined || known.again === true) return undefined;
    return { runAt: after(againAfter), payload: { ...known, again: true } };
  }

  const after = (milliseconds: number) => later(now(), milliseconds);

  /** Runs due jobs of a type in sequence, concurrently with other calls, until none is due or no slot is free. */
  async function work(kind: JobKind): Promise<void> {
    if (kind.running >= kind.concurrency || ended) return;
    kind.running += 1;
    const others: Promise<void>[] = [];
    try {
      for (let job = await claim(kind); job !== null; job = await claim(kind)) {
        others.push(work(kind));
        await run(kind, job);
        if (ended) break;
      }
    } catch (error) {
      // The database is unavailable. Locked jobs run again when their lock expires.
      if (!ended) log.warn({ err: error, type: kind.type }, 'jobs cannot be read or written');
    } finally {
      kind.running -= 1;
    }
    await Promise.all(others);
  }

  function begin(kind: JobKind): Promise<void> {
    const working = work(kind).finally(() => underWay.delete(working));
    underWay.add(working);
    return working;
  }

  const isStarted = () => timer !== undefined;

  return {
    /** The types that are defined so far. */
    types: (): string[] => [...kinds.keys()],

    /** Defines how jobs of a type run. A process runs only the types it has defined. */
    define<P extends object>(type: string, options: JobOptions, handler: JobHandler<P>): void {
      if (kinds.has(type)) throw new Error(`The job type ${type} is defined twice`);
      const defaults = { timeLimit: MINUTE, concurrency: 1, giveUpAfter: Infinity };
      const own = { type, handler: handler as JobKind['handler'], running: 0 };
      kinds.set(type, { ...defaults, ...options, ...own });
    },

    /**
     * Saves a job; it is durable when this resolves. Jobs with the same key are one job: adding it again replaces
     * its payload and can only bring it forward, and a running job runs again. The key of a recurring job is its
     * type.
     */
    async add(
      type: string,
      payload: object = {},
      { runAt = now(), key }: { runAt?: Date; key?: string } = {},
    ): Promise<void> {
      const kind = kinds.get(type);
      const ownKey = key ?? (kind?.every === undefined ? randomUUID() : type);
      await retryDuplicate(() =>
        jobs.updateOne(
          { type, key: ownKey },
          {
            $set: { payload, attempts: 0, createdAt: now() },
            $min: { runAt },
            $inc: { version: 1 },
            $setOnInsert: { lockedUntil: UNLOCKED },
            $unset: { deadAt: 1, lastError: 1 },
          },
          { upsert: true },
        ),
      );
      // Outside the context of the request, whose deadline would apply.
      if (isStarted() && kind !== undefined && runAt <= now())
        runForRequest(undefined, () => void begin(kind));
    },

    /** Runs a failed job again at once, also one that was given up. @returns whether there is such a job */
    async retry(_id: Types.ObjectId): Promise<boolean> {
      const job = await jobs
        .findOneAndUpdate(
          { _id, lastError: { $exists: true }, lockedUntil: { $lte: now() } },
          {
            $set: { attempts: 0, createdAt: now(), runAt: now() },
            $inc: { version: 1 },
            $unset: { deadAt: 1, lastError: 1 },
          },
          { returnDocument: 'after' },
        )
        .lean();
      const kind = job === null ? undefined : kinds.get(job.type);
      if (isStarted() && kind !== undefined) runForRequest(undefined, () => void begin(kind));
      return job !== null;
    },

    /** Adds missing recurring jobs to the database, and starts running jobs. */
    async start(): Promise<void> {
      const recurring = [...kinds.values()].filter(({ every }) => every !== undefined);
      for (const { type } of recurring) {
        const fields = { payload: {}, attempts: 0, version: 1, createdAt: now(), runAt: now() };
        await retryDuplicate(() =>
          jobs.updateOne(
            { type, key: type },
            { $setOnInsert: { ...fields, lockedUntil: UNLOCKED } },
            { upsert: true },
          ),
        );
      }
      if (isStarted() || ended) return;
      const look = () => {
        kinds.forEach((kind) => void begin(kind));
        // A clock that is never set back.
        if (performance.now() < capAt) return;
        capAt = performance.now() + CAP_EVERY;
        const capping = capAll([...kinds.values()]).finally(() => underWay.delete(capping));
        underWay.add(capping);
      };
      timer = setInterval(look, LOOK_EVERY).unref();
      look();
    },

    /** Runs all due jobs and resolves when they have ended. */
    async runDue(type?: string): Promise<void> {
      const some = [...kinds.values()].filter((kind) => type === undefined || kind.type === type);
      await capAll(some);
      await Promise.all(some.map(begin));
    },

    /**
     * Claims no more jobs and waits for running ones; those that do not end are aborted and left to another
     * process.
     */
    async stop(): Promise<void> {
      ended = true;
      clearInterval(timer);
      const allEnded = () => Promise.all(underWay);
      await withTimeout(STOP_WAITS, undefined, allEnded).catch(() => {
        log.warn('jobs did not end in time');
        stopping.abort(new Error('The process is stopping'));
        return withTimeout(ABORT_WAITS, undefined, allEnded).catch(() => undefined);
      });
    },
  };
}
