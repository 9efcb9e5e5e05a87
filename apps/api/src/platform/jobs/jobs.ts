import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Types } from 'mongoose';
import { retryDuplicate } from '../db/duplicate-key.js';
import { runForRequest } from '../request-context.js';
import { MINUTE, SECOND } from '../time.js';
import { withTimeout } from '../with-timeout.js';
import {
  capTimes,
  claim,
  runJob,
  UNLOCKED,
  type JobHandler,
  type JobKind,
  type JobOptions,
  type JobsDeps,
} from './job-run.js';

/** How often each process polls for jobs that other processes added or that became due. */
const LOOK_EVERY = 5 * SECOND;
/** How often each process corrects times that a wrong clock set too far ahead. */
const CAP_EVERY = MINUTE;
/** On stop, running jobs have this long to finish, then half a second more after they are aborted. */
const STOP_WAITS = 2 * SECOND;
const ABORT_WAITS = SECOND / 2;

/** The queue in this process. */
interface JobQueue extends JobsDeps {
  kinds: Map<string, JobKind>;
  underWay: Set<Promise<void>>;
  stopping: AbortController;
  ended: boolean;
  /** Set once it runs jobs. */
  timer?: NodeJS.Timeout;
  /** When to cap times again, by `performance.now()`: a clock that is never set back. */
  capAt: number;
}

export type Jobs = ReturnType<typeof createJobs>;

/** Runs `capTimes` for some types; on a database failure the next call retries. */
async function capAll(queue: JobQueue, some: readonly JobKind[]): Promise<void> {
  try {
    for (const kind of some) await capTimes(queue, kind);
  } catch (error) {
    if (!queue.ended) queue.log.warn({ err: error }, 'times of jobs cannot be written');
  }
}

/** Runs due jobs of a type in sequence, concurrently with other calls, until none is due or no slot is free. */
async function work(queue: JobQueue, kind: JobKind): Promise<void> {
  if (kind.running >= kind.concurrency || queue.ended) return;
  kind.running += 1;
  const others: Promise<void>[] = [];
  try {
    for (let job = await claim(queue, kind); job !== null; job = await claim(queue, kind)) {
      others.push(work(queue, kind));
      await runJob(queue, kind, job, queue.stopping.signal);
      if (queue.ended) break;
    }
  } catch (error) {
    // The database is unavailable. Locked jobs run again when their lock expires.
    if (!queue.ended) queue.log.warn({ err: error, type: kind.type }, 'jobs cannot be read or written');
  } finally {
    kind.running -= 1;
  }
  await Promise.all(others);
}

/** Notes work as under way until it has ended. */
function track({ underWay }: JobQueue, running: Promise<void>): Promise<void> {
  const working = running.finally(() => underWay.delete(working));
  underWay.add(working);
  return working;
}

const begin = (queue: JobQueue, kind: JobKind) => track(queue, work(queue, kind));

/** Begins in the background, outside the context of the request, whose deadline would apply. */
function beginIfStarted(queue: JobQueue, type: string): void {
  const kind = queue.kinds.get(type);
  if (queue.timer !== undefined && kind !== undefined)
    runForRequest(undefined, () => void begin(queue, kind));
}

export interface AddOptions {
  /** Default: now. */
  runAt?: Date;
  key?: string;
}

async function add(
  queue: JobQueue,
  type: string,
  payload: object,
  { runAt = queue.now(), key }: AddOptions,
): Promise<void> {
  const { jobs, kinds, now } = queue;
  const ownKey = key ?? (kinds.get(type)?.every === undefined ? randomUUID() : type);
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
  if (runAt <= now()) beginIfStarted(queue, type);
}

async function retry(queue: JobQueue, _id: Types.ObjectId): Promise<boolean> {
  const { jobs, now } = queue;
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
  if (job !== null) beginIfStarted(queue, job.type);
  return job !== null;
}

async function start(queue: JobQueue): Promise<void> {
  const { jobs, kinds, now } = queue;
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
  if (queue.timer !== undefined || queue.ended) return;
  queue.timer = setInterval(() => look(queue), LOOK_EVERY).unref();
  look(queue);
}

function look(queue: JobQueue): void {
  const kinds = [...queue.kinds.values()];
  kinds.forEach((kind) => void begin(queue, kind));
  if (performance.now() < queue.capAt) return;
  queue.capAt = performance.now() + CAP_EVERY;
  void track(queue, capAll(queue, kinds));
}

async function stop(queue: JobQueue): Promise<void> {
  const { stopping, underWay, log } = queue;
  queue.ended = true;
  clearInterval(queue.timer);
  const allEnded = () => Promise.all(underWay);
  await withTimeout(STOP_WAITS, undefined, allEnded).catch(() => {
    log.warn('jobs did not end in time');
    stopping.abort(new Error('The process is stopping'));
    return withTimeout(ABORT_WAITS, undefined, allEnded).catch(() => undefined);
  });
}

/**
 * The queue of background work. Jobs are stored in the database, so they survive the end of the process, and any
 * process that has defined their type may run them. The oldest runs first. A failed job is retried later and lets
 * others pass; a job of a dead process runs again when its lock expires. So handlers must be idempotent.
 *
 *     jobs.define('account-deletion', { timeLimit: 10_000 }, async ({ userId }: { userId: string }, { signal }) => { … });
 *     await jobs.add('account-deletion', { userId }, { key: userId });
 */
export function createJobs(deps: JobsDeps) {
  const stopping = new AbortController();
  // Each running job adds a listener, and there may be more than the ten after which Node warns.
  setMaxListeners(0, stopping.signal);
  const queue: JobQueue = {
    ...deps,
    kinds: new Map(),
    underWay: new Set(),
    stopping,
    ended: false,
    capAt: 0,
  };

  return {
    /** The types that are defined so far. */
    types: (): string[] => [...queue.kinds.keys()],

    /** Defines how jobs of a type run. A process runs only the types it has defined. */
    define<P extends object>(type: string, options: JobOptions, handler: JobHandler<P>): void {
      if (queue.kinds.has(type)) throw new Error(`The job type ${type} is defined twice`);
      const defaults = { timeLimit: MINUTE, concurrency: 1, giveUpAfter: Infinity };
      const own = { type, handler: handler as JobKind['handler'], running: 0 };
      queue.kinds.set(type, { ...defaults, ...options, ...own });
    },

    /**
     * Saves a job; it is durable when this resolves. Jobs with the same key are one job: adding it again replaces
     * its payload and can only bring it forward, and a running job runs again. The key of a recurring job is its
     * type.
     */
    add: (type: string, payload: object = {}, options: AddOptions = {}) => add(queue, type, payload, options),

    /** Runs a failed job again at once, also one that was given up. @returns whether there is such a job */
    retry: (_id: Types.ObjectId) => retry(queue, _id),

    /** Adds missing recurring jobs to the database, and starts running jobs. */
    start: () => start(queue),

    /** Runs all due jobs and resolves when they have ended. */
    async runDue(type?: string): Promise<void> {
      const some = [...queue.kinds.values()].filter((kind) => type === undefined || kind.type === type);
      await capAll(queue, some);
      await Promise.all(some.map((kind) => begin(queue, kind)));
    },

    /**
     * Claims no more jobs and waits for running ones; those that do not end are aborted and left to another
     * process.
     */
    stop: () => stop(queue),
  };
}
