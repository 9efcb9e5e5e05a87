// npm run bench -- events: cost of open event streams in API processes (docs/bench.md).
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MongoClient, ObjectId } from 'mongodb';
import { openDatabase } from '../lib/database.js';
import { say } from '../lib/figures.js';
import { signUp } from '../lib/member.js';
import { startApi, type Memory, type Service } from '../lib/service.js';
import { freePort } from '../../../scripts/lib/preflight.mjs';
import { waitForAnswer } from '../../../scripts/lib/wait-for.mjs';

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '70' },
    processes: { type: 'string', default: '1' },
    /** Changes of notifications a second, of all accounts, while the streams are open. */
    changes: { type: 'string', default: '0' },
  },
  allowPositionals: true,
});
const streams = Number(values.streams);
const seconds = Number(values.seconds);
const processes = Number(values.processes);
const changes = Number(values.changes);
/** Maximum number of streams per user. */
const STREAMS_OF_ONE = 8;
/** Number of streams opened and closed first, so that everything is loaded. */
const WARM_UP = 200;
const AT_ONCE = 16;
const AIM = 60;

const members: { id: string; cookie: string }[] = [];
/** Milliseconds between changes and their events. */
const late: number[] = [];

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
  answer.setEncoding('utf8').on('data', (text: string) => {
    // the id of an event is the time of its change
    const [, id] = /^id: (\d+)$/m.exec(text) ?? [];
    if (id !== undefined) late.push(Date.now() - Number(id));
  });
  return request;
}

async function openAll(urls: readonly string[], count: number): Promise<ClientRequest[]> {
  const open: ClientRequest[] = [];
  await times(count, async (index) => {
    open.push(await listen(urls[index % urls.length]!, members[index % members.length]!.cookie));
  });
  return open;
}

/** Tells of changes over the Redis of REDIS_URL, which the API processes use too; without it they find them by polling. */
function messages() {
  const address = process.env['REDIS_URL'];
  if (!address) return { send: () => undefined, close: () => undefined };
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port || 6379), hostname).resume();
  return {
    send: (users: readonly string[]) =>
      void socket.write(users.map((id) => `PUBLISH unread:${id} changed\r\n`).join('')),
    close: () => void socket.destroy(),
  };
}

/** Writes changes of notifications as another process does, and measures how late their events are. */
async function changeFor(time: number): Promise<number[]> {
  if (changes === 0) {
    await pause(time);
    return [];
  }
  const client = await new MongoClient(uri).connect();
  const notifications = client.db().collection<{ _id: string }>('notifications');
  const { send, close } = messages();
  late.length = 0; // those of the opening
  const until = performance.now() + time;
  for (let made = 0; performance.now() < until; made += changes) {
    const now = new Date();
    const users = Array.from({ length: changes }, (_, index) => members[(made + index) % members.length]!.id);
    await notifications.bulkWrite(
      users.map((id) => {
        const fields = { kind: 'follow', recipient: new ObjectId(id), entries: [], at: now, readAt: null };
        const state = { more: false, isUnread: false, touchedAt: now, expiresAt: new Date(Date.now() + 1e8) };
        return {
          updateOne: {
            filter: { _id: `follow:${id}` },
            update: { $set: { ...fields, ...state } },
            upsert: true,
          },
        };
      }),
    );
    send(users);
    await pause(1000 - ((Date.now() - now.getTime()) % 1000));
  }
  close();
  await client.close();
  return late.splice(0);
}

/** Memory of the processes after garbage collection, once it is stable. */
async function memoryOf(services: readonly Service[]): Promise<Memory> {
  for (const service of services) await service.memory();
  await pause(2000);
  const all = await Promise.all(services.map((service) => service.memory()));
  const sum = (of: keyof Memory) => all.reduce((total, memory) => total + memory[of], 0);
  return { rss: sum('rss'), heap: sum('heap'), young: sum('young') };
}
const cpuOf = async (services: readonly Service[]) =>
  (await Promise.all(services.map((service) => service.cpu()))).reduce((sum, cpu) => sum + cpu, 0);

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
    env: { JWT_SECRET: secret, STREAMS_MAX: String(streams) },
  });
  const url = `http://127.0.0.1:${port}`;
  await waitForAnswer('The API', `${url}/health`);
  return { url, service };
};

const maker = await start('The API that makes accounts');
const accounts = Math.ceil(streams / STREAMS_OF_ONE);
say(`Making ${accounts} accounts …`);
await times(accounts, async () => {
  members.push(await signUp(maker.url));
});
await maker.service.stop();

const apis = [];
for (let number = 1; number <= processes; number += 1) apis.push(await start(`API ${number}`));
const urls = apis.map(({ url }) => url);
const services = apis.map(({ service }) => service);
for (const request of await openAll(urls, Math.min(WARM_UP, streams))) request.destroy();
say(`Waiting ${seconds} s, in which the processes give back what their start took …`);
await pause(seconds * 1000);
const before = await memoryOf(services);
say(`Opening ${streams} streams …`);
const open = await openAll(urls, streams);
const opened = await memoryOf(services);
say(`Waiting ${seconds} s, in which they beat …`);
const [cpuBefore, databaseBefore] = [await cpuOf(services), await database.cpu?.()];
const delays = await changeFor(seconds * 1000);
const [cpuAfter, databaseAfter] = [await cpuOf(services), await database.cpu?.()];
const after = await memoryOf(services);
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
const share = (micros: number) => `${(micros / seconds / 10_000).toFixed(1)} %`;
say(
  `While they beat, ${processes} processes took ${share(cpuAfter - cpuBefore)} of a core` +
    (databaseBefore === undefined || databaseAfter === undefined
      ? '.'
      : `, the database ${share(databaseAfter - databaseBefore)}.`),
);
if (delays.length > 0) {
  const sorted = delays.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))]!;
  say(
    `${delays.length} events of ${changes} changes a second: half within ${at(0.5)} ms, 99 % within ${at(0.99)} ms.`,
  );
}
if (stillOpen < streams) process.exitCode = 1;

for (const request of open) request.destroy();
for (const service of services) await service.stop();
await database.stop();
