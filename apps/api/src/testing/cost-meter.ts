import mongoose from 'mongoose';
import type { TestApp } from './test-app.js';

/** Commands that no call causes. */
export const UNCOUNTED: ReadonlySet<string> = new Set([
  ...['hello', 'ismaster', 'ping', 'endSessions', 'createIndexes', 'explain'],
]);
const READS: ReadonlySet<string> = new Set(['find', 'aggregate', 'count', 'distinct']);
/** Fields that the driver adds to a command, which `explain` refuses. */
const OF_DRIVER: ReadonlySet<string> = new Set([
  'lsid',
  '$db',
  '$clusterTime',
  'txnNumber',
  '$readPreference',
]);

/** What a call costs the database. */
export interface Cost {
  /** The names of its commands. */
  commands: string[];
  /** Documents that its reads examine, or index entries where the index alone answers. */
  read: number;
  /** Size of the database's answers as BSON. */
  bytes: number;
}

interface Examined {
  executionStats: { totalDocsExamined: number; nReturned: number };
}

/** Returns a function that measures a call. The app needs `mongo: { monitorCommands: true }`. */
export function createCostMeter({ ctx: { connection } }: TestApp) {
  let started: mongoose.mongo.CommandStartedEvent[] = [];
  let bytes = 0;
  const client = connection.getClient();
  client.on('commandStarted', (event: mongoose.mongo.CommandStartedEvent) => {
    if (!UNCOUNTED.has(event.commandName)) started.push(event);
  });
  client.on('commandSucceeded', ({ commandName, reply }: mongoose.mongo.CommandSucceededEvent) => {
    if (!UNCOUNTED.has(commandName)) bytes += mongoose.mongo.BSON.calculateObjectSize(reply as object);
  });

  /** Runs a read again, as its explanation. */
  async function examinedBy({ command }: mongoose.mongo.CommandStartedEvent): Promise<number> {
    const explain = Object.fromEntries(Object.entries(command).filter(([field]) => !OF_DRIVER.has(field)));
    const explained = await connection.db!.command({ explain, verbosity: 'executionStats' });
    const { totalDocsExamined, nReturned } = (explained as unknown as Examined).executionStats;
    return Math.max(totalDocsExamined, nReturned);
  }

  /** Measures a call. The app must do nothing else meanwhile. */
  return async (call: () => Promise<unknown>): Promise<Cost> => {
    started = [];
    bytes = 0;
    await call();
    const made = started;
    const cost = { commands: made.map(({ commandName }) => commandName), bytes };
    let read = 0;
    for (const event of made) if (READS.has(event.commandName)) read += await examinedBy(event);
    return { ...cost, read };
  };
}
