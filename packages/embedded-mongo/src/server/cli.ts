import { parseArgs } from 'node:util';
import { lineLog } from '../run/log.js';
import { type RunningServer, type ServerOptions, StartError, startServer, version } from './server.js';

const usage = `usage: embedded-mongo [--port n] [--dbpath directory] [--bind_ip address]
  --port       27017 unless given; 0 takes a free one
  --dbpath     ./data/db unless given
  --bind_ip    127.0.0.1 unless given
  --verbose    logs the stack of a failure, too
  --version    prints the MongoDB version that the server stands in for
`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
/** The options, including mongod options that have no effect here. */
const known = {
  ...{ port: text, dbpath: text, bind_ip: text, setParameter: text },
  ...{ verbose: flag, version: flag, help: flag, replSet: text, auth: flag, keyFile: text },
  ...{ noauth: flag, quiet: flag, nojournal: flag, storageEngine: text, wiredTigerCacheSizeGB: text },
} as const;

function stop(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function parse() {
  try {
    return parseArgs({ options: known }).values;
  } catch (error) {
    return stop(`${(error as Error).message}\n${usage}`);
  }
}

function number(name: string, value: string, most: number): number {
  const parsed = Number(value);
  if (!Number.isInteger(parsed) || parsed < 0 || parsed > most)
    stop(`--${name} needs a number from 0 to ${most}.`);
  return parsed;
}

const given = parse();
const log = lineLog((line) => process.stdout.write(line), given.verbose === true);
if (given.version) process.stdout.write(`db version v${version}\n`);
else if (given.help) process.stdout.write(usage);
else await run();

function options(): ServerOptions {
  if (given.replSet !== undefined) stop('The embedded server is a standalone: --replSet is not available.');
  if (given.auth || given.keyFile !== undefined) stop('The embedded server has no authentication.');
  const seconds = /^ttlMonitorSleepSecs=(.*)$/.exec(given.setParameter ?? '')?.[1] ?? '60';
  return {
    port: number('port', given.port ?? '27017', 65535),
    dbPath: given.dbpath ?? 'data/db',
    host: given.bind_ip?.split(',')[0] ?? '127.0.0.1',
    ttlInterval: number('setParameter', seconds, 2 ** 20) * 1000,
    log,
  };
}

async function run(): Promise<void> {
  let server: RunningServer | undefined;
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    // a start in progress ends below
    if (server) void server.close().then(() => process.exit(0));
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  try {
    server = await startServer(options());
  } catch (error) {
    if (error instanceof StartError) stop(error.message);
    throw error;
  }
  if (stopping) {
    await server.close();
    process.exit(0);
  }
}
