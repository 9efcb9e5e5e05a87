import { randomUUID } from 'node:crypto';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { retryDuplicate } from '../db/duplicate-key.js';
import type { JobRecord } from './job.model.js';
import { runForRequest } from '../request-context.js';
import { within } from '../within.js';
import { LONGEST_PAUSE, PermanentJobError, pauseAfter, type JobRun } from './job-run.js';
import { SECOND, later } from '../time.js';

const UNLOCKED = new Date(0);
/** How often each process looks for jobs that others added or that became due. */
const LOOK_EVERY = 5 * SECOND;
/** How often each process brings times near that a clock has set too far ahead. */
const CAP_EVERY = 60 * SECOND;
/** A lock outlasts the time limit of its run, so that another process waits until the run has ended. */
const LOCK_SLACK = 30 * SECOND;
/** What runs when the process stops has this long to end by itself, then half a second more once it is told to. */
const STOP_WAITS = 2 * SECOND;
const ABORT_WAITS = SECOND / 2;

export interface JobOptions {
  /** Milliseconds after which a run counts as failed and gives its place back, whether it ends or not. */
  timeLimit?: number;
  /** Runs at once in one process. */
  concurrency?: number;
  /** Milliseconds after the wish for it after which a failing job is given up; without it, it is tried for ever. */
  giveUpAfter?: number;
  /** Lets a type recur: one job for all processes, run again so many milliseconds after each run. */
  every?: number;
  /** Has what is done done once more, so many milliseconds later, for what requests wrote that were under way. */
  againAfter?: number;
}

/**
 * Does a job. It may be called again for a job that it has done already, where a process died in between.
 * @returns when to run again, or nothing where the job is done
 * @throws PermanentJobError where no further try can help
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
 * The queue of work that is done beside the requests. Jobs wait in the database, so they survive the end of the
 * process, and any process that has defined their type may run them. The oldest runs first. A job that fails runs again
 * later and lets others pass; a job whose process died runs again once its lock has ended. So a handler must do no harm
 * when it runs twice.
 *
 *     jobs.define('account-deletion', { timeLimit: 10_000 }, async ({ userId }: { userId: string }, { signal }) => { … });
 *     await jobs.add('account-deletion', { userId }, { key: userId });
 */
export function createJobs({ jobs, now, log }: JobsDeps) {
  const kinds = new Map<string, JobKind>();
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
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
   * Brings times near that lie further ahead than they are ever set: the clock was put back since. Jobs that were added
   * for a later time keep it.
   */
  async function capTimes({ type, every, timeLimit }: JobKind): Promise<void> {
    const capped = { locked: after(timeLimit + LOCK_SLACK), waiting: after(every ?? LONGEST_PAUSE) };
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

  /** Does it for some types, and leaves it to the next time where the database is away. */
  async function capAll(some: readonly JobKind[]): Promise<void> {
    try {
      for (const kind of some) await capTimes(kind);
    } catch (error) {
      if (!ended) log.warn({ err: error }, 'times of jobs cannot be written');
    }
  }

  /** Lets a job go. One that was asked for meanwhile runs again when it was asked for, whatever came of this run. */
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
          : { $set: { ...unlock, ...next }, $unset: { lock: 1 } };
      matched = (await jobs.updateOne({ ...mine, version }, update)).matchedCount;
    }
    if (matched === 0) await jobs.updateOne(mine, { $set: unlock, $unset: { lock: 1 } });
  }

  async function run(kind: JobKind, job: ClaimedJob): Promise<void> {
    const { type, every, timeLimit } = kind;
    const about = { job: job._id.toString(), type, attempts: job.attempts };
    try {
      const again = await within(timeLimit, stopping.signal, (signal) =>
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
      const runAt = after(pauseAfter(job.attempts));
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

  /** Runs due jobs of a type one after the other, beside others that do, until none is due or no place is free. */
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
      // The database is away. What is locked runs again once its lock has ended.
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
    /** Says how jobs of a type are done. Only a process that has defined a type runs its jobs. */
    define<P extends object>(type: string, options: JobOptions, handler: JobHandler<P>): void {
      if (kinds.has(type)) throw new Error(`The job type ${type} is defined twice`);
      const defaults = { timeLimit: 60 * SECOND, concurrency: 1, giveUpAfter: Infinity };
      const own = { type, handler: handler as JobKind['handler'], running: 0 };
      kinds.set(type, { ...defaults, ...options, ...own });
    },

    /**
     * Adds a job; once this resolves it is not lost. With a key it is one job however often it is added: adding it again
     * renews its payload and brings it forward, never back, and a job that is running runs once more. The key of a
     * recurring job is its type.
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
      // Not for the request that adds it, whose time ends.
      if (isStarted() && kind !== undefined && runAt <= now())
        runForRequest(undefined, () => void begin(kind));
    },

    /** Puts recurring jobs into the database where they are missing, and runs jobs from now on. */
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
        // By a clock that nobody puts back.
        if (performance.now() < capAt) return;
        capAt = performance.now() + CAP_EVERY;
        const capping = capAll([...kinds.values()]).finally(() => underWay.delete(capping));
        underWay.add(capping);
      };
      timer = setInterval(look, LOOK_EVERY).unref();
      look();
    },

    /** Runs everything that is due now and resolves when all of it has ended. */
    async runDue(type?: string): Promise<void> {
      const some = [...kinds.values()].filter((kind) => type === undefined || kind.type === type);
      await capAll(some);
      await Promise.all(some.map(begin));
    },

    /** Claims nothing more and lets what is running end; what does not is aborted and left to another process. */
    async stop(): Promise<void> {
      ended = true;
      clearInterval(timer);
      const allEnded = () => Promise.all(underWay);
      await within(STOP_WAITS, undefined, allEnded).catch(() => {
        log.warn('jobs did not end in time');
        stopping.abort(new Error('The process is stopping'));
        return within(ABORT_WAITS, undefined, allEnded).catch(() => undefined);
      });
    },
  };
}
