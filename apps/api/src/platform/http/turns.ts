import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Schema, type Connection, type InferSchemaType } from 'mongoose';
import { serviceUnavailable } from './errors.js';
import { createKeyedQueue } from '../keyed-queue.js';
import { LruCache } from '../lru-cache.js';
import { HOUR, later, SECOND } from '../time.js';
import { collectionOf } from '../db/collection-of.js';
import { isDuplicateKey } from '../db/duplicate-key.js';
import { modelOf } from '../db/record.js';

/** Milliseconds after which another call takes over from one whose process died. Longer than any call lasts. */
const LASTS = 30 * SECOND;
/** Maximum milliseconds to wait for another process. */
const WAITS_AT_MOST = 5 * SECOND;
const ASKS_EVERY = 20;
/** Turns remembered that could not be ended. */
const UNENDED_MAX = 1000;

/** The turn of one call. */
const schema = new Schema({
  /** What the calls write and whose it is. */
  _id: { type: String, required: true },
  holder: { type: String, required: true },
  until: { type: Date, required: true },
});
type TurnRecord = InferSchemaType<typeof schema>;

const turnModel = modelOf<TurnRecord>('Turn', 'turns', schema, {
  backup: 'rebuilt',
  ofUser: null,
  expires: { at: 'until', after: HOUR },
  aboutCalls: true,
});

/**
 * Runs work alone among all work of the same name, in this and other processes: for calls that count before they
 * write. The write of the turn decides which call is next.
 * @param free tried first, alone among the work of this process only; `undefined` if the work needs its turn
 * @throws AppError 503 if another process does not end its turn
 */
export type InTurn = <T>(
  name: string,
  work: () => Promise<T>,
  free?: () => Promise<T | undefined>,
) => Promise<T>;

export function createInTurn(
  { connection, now }: { connection: Connection; now: () => Date },
  waitsAtMost = WAITS_AT_MOST,
): InTurn {
  const turns = collectionOf(turnModel(connection));
  /** Calls of one process wait without asking the database. */
  const queue = createKeyedQueue();
  /** Holders of turns that ended while the database was away. The next call takes over from them at once. */
  const unended = new LruCache<string, string>(UNENDED_MAX);

  async function take(name: string, holder: string): Promise<boolean> {
    const time = now();
    const former = unended.get(name);
    const ended = [{ until: { $lte: time } }, ...(former === undefined ? [] : [{ holder: former }])];
    try {
      await turns.updateOne(
        { _id: name, $or: ended },
        { $set: { holder, until: later(time, LASTS) } },
        { upsert: true },
      );
      unended.delete(name);
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }

  async function runAlone<T>(name: string, work: () => Promise<T>): Promise<T> {
    const holder = randomUUID();
    const giveUpAt = performance.now() + waitsAtMost;
    while (!(await take(name, holder))) {
      if (performance.now() >= giveUpAt) throw serviceUnavailable();
      await wait(ASKS_EVERY);
    }
    try {
      return await work();
    } finally {
      // If this fails, the turn expires for other processes.
      await turns.deleteOne({ _id: name, holder }).catch(() => unended.set(name, holder));
    }
  }

  return (name, work, free) => queue.run(name, async () => (await free?.()) ?? runAlone(name, work));
}
