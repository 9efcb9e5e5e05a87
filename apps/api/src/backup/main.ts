import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import { createApi } from '../api.js';
import { createConfig, type Config } from '../platform/config/config.js';
import { ConfigError, readEnv } from '../platform/config/env.js';
import { openConnection } from '../platform/db/connection.js';
import { isDatabaseAway } from '../platform/db/database-away.js';
import { createLogger } from '../platform/http/logging.js';
import { readManifest, type Manifest } from './archive.js';
import { BackupRefusal } from './backup-refusal.js';
import { backUp } from './backup.js';
import { backupStore, isBackupName, openFolder, type BackupStore, type OpenBackup } from './backup-store.js';
import { latestBackup, requireMeant, requireNamed, type Restorer } from './choose-backup.js';
import { privateKeyIn } from './encryption.js';
import { becomeAnother } from './owner.js';
import { restore, restoreUploads } from './restore.js';
import { instanceName, saveBackup } from './scheduled.js';
import { describeUploads, uploadFiles } from './upload-files.js';
import { verify } from './verify.js';

const USAGE = `Usage: backup [FOLDER], list, or restore FOLDER|latest|NAME [--verify] [--instance NAME|ID] [--key FILE] [--as-copy].
Without a folder BACKUP_TO is used. --instance names another instance whose backup is restored, --key the file of a
private key, and --as-copy gives the restored database an ID of its own, if the original goes on.`;
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Parses the command, the folder and the options. */
function readArguments() {
  const { values, positionals } = parseArgs({
    options: {
      verify: { type: 'boolean', default: false },
      instance: { type: 'string' },
      key: { type: 'string' },
      'as-copy': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [command, from, ...more] = positionals;
  const isPlain = Object.values(values).every((value) => value === undefined || value === false);
  const known =
    (command === 'restore' && from !== undefined) ||
    (command === 'backup' && isPlain) ||
    (command === 'list' && from === undefined && isPlain);
  if (!known || more.length > 0) throw new BackupRefusal(USAGE);
  return { command, from, ...values };
}
type Arguments = ReturnType<typeof readArguments>;

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
    const made = await withStore(config, (store) => saveBackup({ store, connection, config, now }));
    say(`${made.name} is where BACKUP_TO says.`);
    say(describeUploads(made.uploads, config.media));
    return;
  }
  const { encryption } = config.backup;
  const uploads = config.backup.uploads ? uploadFiles(config.media) : undefined;
  const options = { name: instanceName(config), encryption, uploads };
  const {
    collections,
    snapshot,
    uploads: saved,
  } = await backUp(connection, resolve(folder), now, options).finally(() => uploads?.close());
  const documents = collections.reduce((sum, each) => sum + each.documents, 0);
  const moment = snapshot ? 'of one moment' : 'of a single server';
  say(`${documents} documents of ${collections.length} collections, ${moment}, are in ${resolve(folder)}.`);
  say(describeUploads(saved, config.media));
}

async function listBackups(config: Config): Promise<void> {
  const listed = await withStore(config, (store) => store.list());
  if (listed.length === 0) say('There is no backup where BACKUP_TO says.');
  for (const { name, manifest } of listed) say(`${name}  ${describeBackup(manifest)}`);
}

function describeBackup(manifest: Manifest | null): string {
  if (manifest === null) return 'cannot be read';
  const { owner, number, startedAt, uploads, encrypted } = manifest;
  const by =
    owner === undefined
      ? 'of an older version, which named no instance'
      : `no. ${number} of ${owner.name}, database ${owner.database} (${owner.id})`;
  const what = uploads === undefined ? 'without uploads' : `with ${uploads} uploaded files`;
  return `${by}, ${startedAt.toISOString()}, ${what}${encrypted ? ', encrypted' : ''}`;
}

async function restoreFrom(
  config: Config,
  connection: Connection,
  backup: OpenBackup,
  { verify: wantsProof, key, instance, 'as-copy': asCopy }: Arguments,
): Promise<void> {
  requireMeant(await readManifest(backup.folder), restorer(config, connection, instance));
  const privateKey = key === undefined ? undefined : privateKeyIn(await readFile(resolve(key), 'utf8'));
  const { encryption } = config.backup;
  const passphrase = encryption !== null && 'passphrase' in encryption ? encryption.passphrase : undefined;
  const secrets = { passphrase, privateKey };
  const { manifest, corrected } = await restore(connection, backup.folder, secrets);
  if (asCopy) await becomeAnother(connection);
  say(
    `Restored what was backed up at ${manifest.startedAt.toISOString()}; ${corrected} counters were set anew.`,
  );
  if (manifest.uploads === undefined) say('The backup has no uploaded files: copy those back yourself.');
  else {
    const files = uploadFiles(config.media);
    const count = await restoreUploads(backup, manifest, files, secrets).finally(() => files.close());
    say(`Restored ${count} uploaded files.`);
  }
  if (!wantsProof) return;
  const problems = await verify(connection, manifest);
  if (problems.length > 0)
    throw new BackupRefusal(`The restored database is not sound:\n${problems.join('\n')}`);
  say('Verified: every document and index is there, every post has its position, every counter is exact.');
}

const restorer = (config: Config, connection: Connection, instance: string | undefined): Restorer => ({
  name: instanceName(config),
  database: connection.db!.databaseName,
  instance,
});

/** Opens a backup: of a folder, or the latest or a named one of BACKUP_TO. */
async function openBackup(
  config: Config,
  by: Restorer,
  from: string,
  read: (backup: OpenBackup) => Promise<void>,
) {
  if (from !== 'latest' && !isBackupName(from)) return read(openFolder(resolve(from)));
  return withStore(config, async (store) => {
    const listed = await store.list();
    if (from !== 'latest') requireNamed(listed, from, by);
    return store.open(from === 'latest' ? latestBackup(listed, by).name : from, read);
  });
}

async function run(): Promise<void> {
  const args = readArguments();
  const { command, from } = args;
  const config = createConfig(readEnv());
  if (command === 'list') return listBackups(config);
  // With all models, to compare indexes with their schemas.
  const { connection } = createApi(config, { log: createLogger('silent'), backgroundWork: false });
  await openConnection(connection, config.mongo);
  try {
    if (command === 'backup') await makeBackup(config, connection, from);
    else {
      const by = restorer(config, connection, args.instance);
      await openBackup(config, by, from!, (backup) => restoreFrom(config, connection, backup, args));
    }
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
