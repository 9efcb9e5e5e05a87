import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import { createApi } from '../api.js';
import { createConfig, type Config } from '../platform/config/config.js';
import { ConfigError, readEnv } from '../platform/config/env.js';
import { openConnection } from '../platform/db/connection.js';
import { isDatabaseAway } from '../platform/db/database-away.js';
import { createLogger } from '../platform/http/logging.js';
import { BackupRefusal } from './archive.js';
import { backUp } from './backup.js';
import { backupStore, isBackupName, type BackupStore } from './backup-store.js';
import { restore } from './restore.js';
import { saveBackup } from './scheduled.js';
import { verify } from './verify.js';

const USAGE =
  'Usage: backup [FOLDER], or restore FOLDER|latest|NAME [--verify]. Without a folder BACKUP_TO is used.';
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Parses the command, the folder and whether to verify. */
function readArguments() {
  const { values, positionals } = parseArgs({
    options: { verify: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [command, from, ...more] = positionals;
  const known = (command === 'restore' && from !== undefined) || (command === 'backup' && !values.verify);
  if (!known || more.length > 0) throw new BackupRefusal(USAGE);
  return { command, from, wantsProof: values.verify };
}

/** Runs with the store of BACKUP_TO. */
async function withStore<T>(config: Config, run: (store: BackupStore) => Promise<T>): Promise<T> {
  const store = backupStore(config.backup);
  if (store === null) throw new BackupRefusal(`BACKUP_TO is not set. ${USAGE}`);
  try {
    return await run(store);
  } finally {
    store.close();
  }
}

const now = () => new Date();

async function makeBackup(config: Config, connection: Connection, folder: string | undefined) {
  if (folder === undefined) {
    const { keep } = config.backup;
    const name = await withStore(config, (store) => saveBackup({ store, connection, keep, now }));
    say(`${name} is where BACKUP_TO says.`);
    return;
  }
  const { collections, snapshot } = await backUp(connection, resolve(folder), now);
  const documents = collections.reduce((sum, each) => sum + each.documents, 0);
  const moment = snapshot ? 'of one moment' : 'of a single server';
  say(`${documents} documents of ${collections.length} collections, ${moment}, are in ${resolve(folder)}.`);
}

async function restoreFrom(connection: Connection, folder: string, wantsProof: boolean): Promise<void> {
  const { manifest, corrected } = await restore(connection, folder);
  say(
    `Restored what was backed up at ${manifest.startedAt.toISOString()}; ${corrected} counters were set anew.`,
  );
  if (!wantsProof) return;
  const problems = await verify(connection, manifest);
  if (problems.length > 0)
    throw new BackupRefusal(`The restored database is not sound:\n${problems.join('\n')}`);
  say('Verified: every document and index is there, every post has its position, every counter is exact.');
}

/** Opens the folder of a backup: a path, or the latest or a named one of BACKUP_TO. */
async function openBackup(config: Config, from: string, read: (folder: string) => Promise<void>) {
  if (from !== 'latest' && !isBackupName(from)) return read(resolve(from));
  return withStore(config, async (store) => {
    const name = from === 'latest' ? (await store.list()).at(-1) : from;
    if (name === undefined) throw new BackupRefusal('There is no backup where BACKUP_TO says.');
    return store.open(name, read);
  });
}

async function run(): Promise<void> {
  const { command, from, wantsProof } = readArguments();
  const config = createConfig(readEnv());
  // With all models, to compare indexes with their schemas.
  const { connection } = createApi(config, { log: createLogger('silent'), backgroundWork: false });
  await openConnection(connection, config.mongo);
  try {
    if (command === 'backup') await makeBackup(config, connection, from);
    else await openBackup(config, from!, (folder) => restoreFrom(connection, folder, wantsProof));
  } finally {
    await connection.close();
  }
}

/** Returns the message for an error: one sentence if an operator can fix it. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const known =
    error instanceof BackupRefusal ||
    error instanceof ConfigError ||
    (error instanceof TypeError && 'code' in error);
  if (known) return error.message;
  if (isDatabaseAway(error)) return `The database cannot be reached: ${error.message}`;
  return error.stack ?? error.message;
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${describe(error)}\n`);
  process.exitCode = 1;
}
