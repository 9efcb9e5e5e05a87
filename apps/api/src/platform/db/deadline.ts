import type { Model } from 'mongoose';
import { currentRequest } from '../request-context.js';

/** Milliseconds that a write has at least: what was begun should be ended, even late. */
const WRITE_WITHIN = 1000;

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
 * @throws the refusal of a request whose time is over
 */
function readLimits(): { maxTimeMS?: number; signal?: AbortSignal } {
  const request = currentRequest();
  if (request === undefined) return {};
  request.signal.throwIfAborted();
  return { maxTimeMS: timeLeft(request.deadlineAt), signal: request.signal };
}

function writeLimits(): { maxTimeMS?: number } {
  const request = currentRequest();
  return request === undefined ? {} : { maxTimeMS: Math.max(WRITE_WITHIN, timeLeft(request.deadlineAt)) };
}

const timeLeft = (deadlineAt: number) => Math.max(1, Math.ceil(deadlineAt - performance.now()));

type Method = (...args: unknown[]) => unknown;

/** Bounds all that is read and written by models and their driver collections by the deadline of the request. */
export function limitByDeadline(models: Iterable<Model<never>>): void {
  for (const { collection } of models) {
    const methods = collection as unknown as Record<string, Method>;
    const limit = (places: Record<string, number>, limits: () => object) => {
      for (const [name, place] of Object.entries(places)) {
        const method = methods[name]?.bind(collection);
        if (method === undefined) throw new Error(`Collections have no method ${name}`);
        methods[name] = (...args) => {
          args[place] = { ...limits(), ...(args[place] as object | undefined) };
          return method(...args);
        };
      }
    };
    limit(READS, readLimits);
    limit(WRITES, writeLimits);
  }
}
