import { mongo, type Model } from 'mongoose';
import { currentRequest } from '../request-context.js';

/** Milliseconds that a write has at least, and a read behind one: what was begun should be ended, even late. */
const AT_LEAST = 1000;

/** What is counted and noted about calls: where it alone was written, nothing was begun. */
const ABOUT_CALLS = new Set(['throttles', 'idempotency']);

/** Where each method of a collection takes its options. */
const READS = { find: 1, findOne: 1, aggregate: 1, countDocuments: 1, distinct: 2 };
const WRITES = {
  insertOne: 1,
  insertMany: 1,
  bulkWrite: 1,
  deleteOne: 1,
  deleteMany: 1,
  findOneAndDelete: 1,
  updateOne: 2,
  updateMany: 2,
  replaceOne: 2,
  findOneAndUpdate: 2,
};

/**
 * What a read may take: the time that its request has left, so that a caller who got 503 leaves no query behind. Empty
 * for background work.
 * @throws the refusal of a request whose time is over and that has written nothing
 */
function readLimits(): { maxTimeMS?: number; signal?: AbortSignal } {
  const request = currentRequest();
  if (request === undefined || request.hasWritten === true) return writeLimits();
  request.signal.throwIfAborted();
  return { maxTimeMS: timeLeft(request.deadlineAt), signal: request.signal };
}

function writeLimits(): { maxTimeMS?: number } {
  const request = currentRequest();
  return request === undefined ? {} : { maxTimeMS: Math.max(AT_LEAST, timeLeft(request.deadlineAt)) };
}

const directly = (call: () => unknown): unknown => call();

/** Writes, and notes for the request that something was changed. */
async function noting(call: () => unknown): Promise<unknown> {
  const note = () => {
    const request = currentRequest();
    if (request !== undefined) request.hasWritten = true;
  };
  try {
    const result = await call();
    note();
    return result;
  } catch (error) {
    // What a majority did not confirm in time is written nevertheless, and so may be a part of several writes.
    if (error instanceof mongo.MongoWriteConcernError || error instanceof mongo.MongoBulkWriteError) note();
    throw error;
  }
}

const timeLeft = (deadlineAt: number) => Math.max(1, Math.ceil(deadlineAt - performance.now()));

type Method = (...args: unknown[]) => unknown;

/** Bounds all that is read and written by models and their driver collections by the deadline of the request. */
export function limitByDeadline(models: Iterable<Model<never>>): void {
  for (const { collection } of models) {
    const methods = collection as unknown as Record<string, Method>;
    const limit = (places: Record<string, number>, limits: () => object, run = directly) => {
      for (const [name, place] of Object.entries(places)) {
        const method = methods[name]?.bind(collection);
        if (method === undefined) throw new Error(`Collections have no method ${name}`);
        methods[name] = (...args) => {
          args[place] = { ...limits(), ...(args[place] as object | undefined) };
          return run(() => method(...args));
        };
      }
    };
    limit(READS, readLimits);
    limit(WRITES, writeLimits, ABOUT_CALLS.has(collection.name) ? directly : noting);
  }
}
