import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnRunning, spawnServer } from '../server.js';
import { ask } from './disk.js';

type Damage = (bytes: Buffer) => Buffer;

const damages: Record<string, Damage> = {
  'not a store': (bytes) => Buffer.alloc(bytes.length, 0x5a),
  'header overwritten': (bytes) => Buffer.concat([Buffer.alloc(8192, 0x77), bytes.subarray(8192)]),
  'all but the header overwritten': (bytes) =>
    Buffer.concat([bytes.subarray(0, 8192), Buffer.alloc(bytes.length - 8192, 0x77)]),
  'cut to its half': (bytes) => bytes.subarray(0, bytes.length / 2),
  'cut inside the header': (bytes) => bytes.subarray(0, 5000),
};

/** Starts servers on damaged stores and a second one on a directory in use: each must end with one sentence. */
export async function damagedStores(
  folder: string,
  program?: string,
): Promise<{ wrong: string[]; said: string[] }> {
  const wrong: string[] = [];
  const said: string[] = [];
  const good = join(folder, 'good');
  mkdirSync(good, { recursive: true });
  const start = (path: string) => spawnServer(['--port', '0', '--dbpath', path], { program });
  const mustRefuse = async (what: string, path: string, sentence: RegExp) => {
    const result = await start(path);
    if ('port' in result) {
      wrong.push(`${what}: served`);
      await result.kill();
    } else if (result.code !== 1 || !sentence.test(result.stderr))
      wrong.push(`${what}: exit code ${result.code}, "${result.stderr.slice(0, 200)}"`);
    else said.push(`${what}: refused`);
  };
  const server = await spawnRunning(['--port', '0', '--dbpath', good], { program });
  await ask(server.port, (client) =>
    client
      .db('faults')
      .collection('items')
      .insertMany(Array.from({ length: 5000 }, (_, n) => ({ n }))),
  );
  await mustRefuse(
    'second server',
    good,
    /^.* is in use by another server \(process \d+\)\. Stop it first\.\n$/,
  );
  await server.end('SIGTERM');
  const bytes = readFileSync(join(good, 'embedded-mongo.lmdb'));
  for (const [what, damage] of Object.entries(damages)) {
    const path = join(folder, what.replaceAll(' ', '-'));
    cpSync(good, path, { recursive: true });
    writeFileSync(join(path, 'embedded-mongo.lmdb'), damage(bytes));
    await mustRefuse(what, path, /^Cannot open the data in .*damaged.*\n$/);
  }
  return { wrong, said };
}
