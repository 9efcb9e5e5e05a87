// npm run bench -- events: memory cost of open event streams in one API process (docs/bench.md).
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDatabase } from '../lib/database.js';
import { say } from '../lib/figures.js';
import { signUp } from '../lib/member.js';
import { startApi, type Memory, type Service } from '../lib/service.js';
import { freePort } from '../../../scripts/lib/preflight.mjs';
import { waitForAnswer } from '../../../scripts/lib/wait-for.mjs';

const { values } = parseArgs({
  options: { streams: { type: 'string', default: '2000' }, seconds: { type: 'string', default: '70' } },
  allowPositionals: true,
});
const streams = Number(values.streams);
const seconds = Number(values.seconds);
/** Maximum number of streams per user. */
const STREAMS_OF_ONE = 8;
/** Number of streams opened and closed first, so that everything is loaded. */
const WARM_UP = 200;
const AT_ONCE = 16;
const AIM = 60;

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** Runs an action this many times, several at once. */
async function times(count: number, act: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Opens a stream and waits for its first event. */
async function listen(url: string, cookie: string): Promise<ClientRequest> {
  const request = get(`${url}/notifications/events`, { headers: { cookie }, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  if (answer.statusCode === 503) {
    request.destroy();
    await pause(1000);
    return listen(url, cookie);
  }
  if (answer.statusCode !== 200) throw new Error(`A stream was answered by ${answer.statusCode}`);
  answer.on('error', () => undefined);
  request.on('error', () => undefined);
  await once(answer, 'data');
  return request;
}

async function openAll(url: string, cookies: readonly string[], count: number): Promise<ClientRequest[]> {
  const open: ClientRequest[] = [];
  await times(count, async (index) => {
    open.push(await listen(url, cookies[index % cookies.length]!));
  });
  return open;
}

/** Memory of a process after garbage collection, once it is stable. */
async function memoryOf(service: Service): Promise<Memory> {
  await service.memory();
  await pause(2000);
  return service.memory();
}

const folder = join(process.env['DATA_DIR'] ?? '.data', 'bench');
mkdirSync(folder, { recursive: true });
const database = await openDatabase(folder);
const uri = database.uri('events');
const secret = randomBytes(24).toString('hex');
/** One process creates the accounts. Another, which never hashed a password, is measured. */
const start = async (name: string): Promise<{ url: string; service: Service }> => {
  const port = await freePort();
  const service = startApi(name, uri, port, join(folder, 'events.log'), {
    args: ['--expose-gc'],
    env: { JWT_SECRET: secret },
  });
  const url = `http://127.0.0.1:${port}`;
  await waitForAnswer('The API', `${url}/health`);
  return { url, service };
};

const maker = await start('The API that makes accounts');
const accounts = Math.ceil(streams / STREAMS_OF_ONE);
say(`Making ${accounts} accounts …`);
const cookies: string[] = [];
await times(accounts, async () => {
  cookies.push((await signUp(maker.url)).cookie);
});
await maker.service.stop();

const { url, service } = await start('The API');
for (const request of await openAll(url, cookies, Math.min(WARM_UP, streams))) request.destroy();
say(`Waiting ${seconds} s, in which the process gives back what its start took …`);
await pause(seconds * 1000);
const before = await memoryOf(service);
say(`Opening ${streams} streams …`);
const open = await openAll(url, cookies, streams);
const opened = await memoryOf(service);
say(`Waiting ${seconds} s, in which they beat …`);
await pause(seconds * 1000);
const after = await memoryOf(service);
const stillOpen = open.filter((request) => !request.destroyed && request.socket?.destroyed === false).length;
/** Excludes the space for new objects: its size depends on the activity of a process, not on the data it holds. */
const lasting = ({ rss, young }: Memory) => rss - young;
const more = lasting(after) - lasting(before);
const shown = (memory: Memory) =>
  `${megabytes(memory.rss)} (${megabytes(memory.young)} of it for new objects)`;
say(
  `\n${stillOpen} of ${streams} streams are open, of ${accounts} accounts. Resident memory after collection: ` +
    `${shown(before)} without streams, ${shown(opened)} once they are open, ${shown(after)} after ${seconds} s of beats.\n` +
    `Beside the space for new objects that is ${megabytes(more)} more (aim: at most ${AIM} MB), ` +
    `${(more / 1024 / streams).toFixed(1)} kB for each stream; on the heap of JavaScript ${megabytes(after.heap - before.heap)} more.`,
);
if (stillOpen < streams) process.exitCode = 1;

for (const request of open) request.destroy();
await service.stop();
await database.stop();
