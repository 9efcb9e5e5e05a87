import { lineLog } from '../run/log.js';
import { type RunningServer, StartError, startServer, version } from './server.js';

const usage = `usage: embedded-mongo [--port n] [--dbpath directory] [--bind_ip address] [--ttl-interval ms]
  --port       27017 unless given; 0 takes a free one
  --dbpath     ./data/db unless given
  --bind_ip    127.0.0.1 unless given
  --verbose    logs the stack of a failure, too
  --version    prints the MongoDB version that the server stands in for
`;

/** Options that mongod has and that change nothing here. */
const ignored = new Set(['--noauth', '--quiet', '--nojournal', '--verbose']);
const ignoredWithValue = new Set(['--storageEngine', '--wiredTigerCacheSizeGB']);

function stop(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function parse(args: string[]): { port: number; dbPath: string; host: string; ttlInterval: number } {
  const options = { port: 27017, dbPath: 'data/db', host: '127.0.0.1', ttlInterval: 60_000 };
  const number = (name: string, value: string | undefined, most: number) => {
    const parsed = Number(value);
    if (!Number.isInteger(parsed) || parsed < 0 || parsed > most)
      stop(`${name} needs a number from 0 to ${most}.`);
    return parsed;
  };
  for (let i = 0; i < args.length; i++) {
    const [name = '', inline] = args[i]!.split(/=(.*)/s);
    const value = () => inline ?? args[++i] ?? stop(`${name} needs a value.`);
    if (name === '--port') options.port = number(name, value(), 65535);
    else if (name === '--dbpath') options.dbPath = value();
    else if (name === '--bind_ip') options.host = value().split(',')[0]!;
    else if (name === '--ttl-interval') options.ttlInterval = number(name, value(), 2 ** 31 - 1);
    else if (name === '--replSet') stop('The embedded server is a standalone: --replSet is not available.');
    else if (name === '--auth' || name === '--keyFile') stop('The embedded server has no authentication.');
    else if (name === '--setParameter') {
      const seconds = /^ttlMonitorSleepSecs=(.*)$/.exec(value())?.[1];
      if (seconds !== undefined) options.ttlInterval = number(name, seconds, 2 ** 20) * 1000;
    } else if (ignoredWithValue.has(name)) value();
    else if (!ignored.has(name)) stop(`Unknown option ${name}.\n${usage}`);
  }
  return options;
}

const args = process.argv.slice(2);
const log = lineLog((line) => process.stdout.write(line), args.includes('--verbose'));
if (args.includes('--version')) process.stdout.write(`db version v${version}\n`);
else if (args.includes('--help')) process.stdout.write(usage);
else await run();

async function run(): Promise<void> {
  let server: RunningServer | undefined;
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    // a start still under way ends by itself below
    if (server) void server.close().then(() => process.exit(0));
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  try {
    server = await startServer({ ...parse(args), log });
  } catch (error) {
    if (error instanceof StartError) stop(error.message);
    throw error;
  }
  if (stopping) {
    await server.close();
    process.exit(0);
  }
}
