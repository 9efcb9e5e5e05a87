import type { mongo } from 'mongoose';
import type { TestApp } from './test-app.js';

const READS = new Set(['find', 'aggregate', 'count']);

/** Records the commands that read a collection. The app needs `mongo: { monitorCommands: true }`. */
export function watchReads(app: TestApp, collection: string): mongo.Document[] {
  const seen: mongo.Document[] = [];
  app.ctx.connection
    .getClient()
    .on('commandStarted', ({ commandName, command }: mongo.CommandStartedEvent) => {
      if (READS.has(commandName) && command[commandName] === collection) seen.push(command);
    });
  return seen;
}

export interface Examined {
  totalDocsExamined: number;
  totalKeysExamined: number;
}

/**
 * Returns the keys and documents that a command examines; for an aggregation, those of its leading filters, sort
 * and limit.
 */
export async function explain(app: TestApp, command: mongo.Document): Promise<Examined> {
  const { lsid: _session, $db: _db, ...own } = command;
  const plan = await app.ctx.connection.db!.command({ explain: own, verbosity: 'executionStats' });
  return (plan['executionStats'] ?? plan['stages'][0].$cursor.executionStats) as Examined;
}
