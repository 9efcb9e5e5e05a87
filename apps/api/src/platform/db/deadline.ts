import { mongo, type Connection } from 'mongoose';
import type { Config } from '../config/config.js';
import { isDatabaseAway } from './database-away.js';
import { currentRequest, mayHaveWritten } from '../request-context.js';
import { storedModels } from './record.js';

/** Minimum milliseconds for a write, and for a read after one: started work should finish, even late. */
const AT_LEAST = 1000;

/** The position of the options argument in each collection method. */
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
 * Returns the limits of a read: the remaining time of its request, so that a request answered with 503 leaves no
 * query running. Empty for background work.
 * @throws the error of a request that is past its deadline and has written nothing
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

/**
 * Runs a write, and records on the request that it has written.
 * @throws the error of a request that is past its deadline and has not started to write: it was told that nothing was
 *   done
 */
async function noting(call: () => unknown): Promise<unknown> {
  const request = currentRequest();
  if (request === undefined) return call();
  if (!mayHaveWritten(request)) request.signal.throwIfAborted();
  request.writesBegun = (request.writesBegun ?? 0) + 1;
  const note = () => {
    if (!request.answered) request.hasWritten = true;
  };
  try {
    const result = await call();
    note();
    return result;
  } catch (error) {
    // A write that a majority did not confirm in time is still written, and so may be some of a bulk write.
    if (error instanceof mongo.MongoWriteConcernError || error instanceof mongo.MongoBulkWriteError) note();
    else if (wasNotWritten(error)) request.writesBegun -= 1;
    throw error;
  }
}

/** Whether the database refused a write, or never got it. After other errors, such as a cut connection, nobody knows. */
const wasNotWritten = (error: unknown): boolean =>
  error instanceof mongo.MongoError
    ? NEVER_SENT.test(error.name) ||
      (error instanceof mongo.MongoServerError && !error.hasErrorLabel('RetryableWriteError'))
    : !isDatabaseAway(error);

const NEVER_SENT = /^Mongo(ServerSelection|WaitQueueTimeout|NotConnected|TopologyClosed|ClientClosed)Error$/;

const timeLeft = (deadlineAt: number) => Math.max(1, Math.ceil(deadlineAt - performance.now()));

type Method = (...args: unknown[]) => unknown;

/**
 * Limits all reads and writes of models and their driver collections to the deadline of the request. Call it after
 * all models exist.
 * @param answerWithin milliseconds after which a request's connection counts as lost, for what the deadline does not
 *   abort: writes that began
 */
export function limitByDeadline(
  connection: Connection,
  { request: socketTimeoutMS }: Config['mongo']['answerWithin'],
): void {
  const patience = () => (currentRequest() === undefined ? {} : { socketTimeoutMS });
  for (const { collection, facts } of storedModels(connection)) {
    const methods = collection as unknown as Record<string, Method>;
    const limit = (positions: Record<string, number>, limits: () => object, run = directly) => {
      for (const [name, position] of Object.entries(positions)) {
        const method = methods[name]?.bind(collection);
        if (method === undefined) throw new Error(`Collections have no method ${name}`);
        methods[name] = (...args) => {
          args[position] = { ...patience(), ...limits(), ...(args[position] as object | undefined) };
          return run(() => method(...args));
        };
      }
    };
    limit(READS, readLimits);
    limit(WRITES, writeLimits, facts.aboutCalls === true ? directly : noting);
  }
}
