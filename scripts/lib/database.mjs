import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from './preflight.mjs';
import { root } from './settings.mjs';
import { say } from './say.mjs';

/** Path of the embedded MongoDB's program (packages/embedded-mongo). */
export const DATABASE_PROGRAM = join(root, 'packages/embedded-mongo/bin/embedded-mongo.js');
/** Node's arguments that run it from source, without a build. */
const FROM_SOURCE = ['--import', 'tsx', '--conditions=source'];
const DATABASE_NAME = 'social-feed';
const READY = /waiting for connections/i;

const noteOf = (dataDir) => join(dataDir, 'running-database.json');

/** Whether a process with this id exists; a killed command leaves its file behind. */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const done = (value) => {
      socket.destroy();
      resolve(value);
    };
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
  });

/** The uri of the embedded database that another command currently runs on the same folder, or undefined. */
export async function runningDatabase(dataDir) {
  const note = noteOf(dataDir);
  if (!existsSync(note)) return undefined;
  try {
    const { uri, pid } = JSON.parse(readFileSync(note, 'utf8'));
    return isAlive(pid) && (await answers(new URL(uri).port)) ? uri : undefined;
  } catch {
    return undefined;
  }
}

/** Starts the embedded MongoDB on `dataDir`/db as a child process; returns its uri. */
async function startEmbedded(supervisor, dataDir, nodeArgs) {
  const port = await freePort();
  const uri = `mongodb://127.0.0.1:${port}/${DATABASE_NAME}`;
  await supervisor.service(
    'The database',
    [
      ...nodeArgs,
      DATABASE_PROGRAM,
      '--port',
      String(port),
      '--dbpath',
      join(dataDir, 'db'),
      '--bind_ip',
      '127.0.0.1',
    ],
    { env: process.env, log: join(dataDir, 'logs/database.log'), ready: READY },
  );
  writeFileSync(noteOf(dataDir), JSON.stringify({ uri, pid: process.pid }));
  supervisor.onStop(() => rmSync(noteOf(dataDir), { force: true }));
  return uri;
}

/**
 * Opens the database of MONGODB_URI, or the embedded one if unset, and prints one line about it.
 * @param {{ fromSource?: boolean }} options whether the embedded one runs from source, without a build
 */
export async function openDatabase(supervisor, { mongoUri, dataDir }, { fromSource = false } = {}) {
  if (mongoUri) {
    say('Database: the MongoDB of MONGODB_URI.');
    return mongoUri;
  }
  const running = await runningDatabase(dataDir);
  if (running) {
    say(`Database: the embedded MongoDB that already runs on ${dataDir}.`);
    return running;
  }
  const uri = await startEmbedded(supervisor, dataDir, fromSource ? FROM_SOURCE : []);
  say(`Database: MONGODB_URI is not set, so the embedded MongoDB keeps its data in ${join(dataDir, 'db')}.`);
  return uri;
}
