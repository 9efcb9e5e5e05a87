import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createApi } from '../api.js';
import { createConfig } from '../platform/config/config.js';
import { ConfigError, readEnv } from '../platform/config/env.js';
import { openConnection } from '../platform/db/connection.js';
import { isDatabaseAway } from '../platform/db/database-away.js';
import { createLogger } from '../platform/http/logging.js';
import { BackupRefusal } from './archive.js';
import { backUp } from './backup.js';
import { restore } from './restore.js';
import { verify } from './verify.js';

const USAGE = 'Usage: backup FOLDER, or restore FOLDER [--verify].';
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Parses the command, the folder and whether to verify. */
function readArguments() {
  const { values, positionals } = parseArgs({
    options: { verify: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [command, folder, ...more] = positionals;
  const known = command === 'restore' || (command === 'backup' && !values.verify);
  if (!known || folder === undefined || more.length > 0) throw new BackupRefusal(USAGE);
  return { command, folder: resolve(folder), wantsProof: values.verify };
}

async function run(): Promise<void> {
  const { command, folder, wantsProof } = readArguments();
  const config = createConfig(readEnv());
  // With all models, to compare indexes with their schemas.
  const { connection } = createApi(config, { log: createLogger('silent'), backgroundWork: false });
  await openConnection(connection, config.mongo);
  try {
    if (command === 'backup') {
      const { collections, snapshot } = await backUp(connection, folder, () => new Date());
      const documents = collections.reduce((sum, each) => sum + each.documents, 0);
      const moment = snapshot ? 'of one moment' : 'of a single server';
      say(`${documents} documents of ${collections.length} collections, ${moment}, are in ${folder}.`);
      return;
    }
    const { manifest, corrected } = await restore(connection, folder);
    say(
      `Restored what was backed up at ${manifest.startedAt.toISOString()}; ${corrected} counters were set anew.`,
    );
    if (!wantsProof) return;
    const problems = await verify(connection, manifest);
    if (problems.length > 0)
      throw new BackupRefusal(`The restored database is not sound:\n${problems.join('\n')}`);
    say('Verified: every document and index is there, every post has its position, every counter is exact.');
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
