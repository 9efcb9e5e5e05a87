import type { mongo } from 'mongoose';

/** One change of stored data. It runs once per database, and again from the start if the process ends before it is recorded. */
export interface Migration {
  /** `0001-what-it-does`: migrations run in name order. */
  readonly name: string;
  /**
   * Changes the data in batches. Running it twice must give the same result. Stops early when the signal aborts.
   * @param log writes a line for the operator about anything that needs a decision
   */
  up(db: mongo.Db, signal: AbortSignal, log: (line: string) => void): Promise<void>;
}
