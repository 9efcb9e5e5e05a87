import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryDirectory } from '../testing/server.js';
import { Storage } from './lmdb.js';

const directories: string[] = [];
const directory = (): string => {
  directories.push(temporaryDirectory());
  return directories.at(-1)!;
};
// only flush on request, however slow the machine is
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  for (const path of directories.splice(0)) rmSync(path, { recursive: true, force: true });
});

const data = 'embedded-mongo.lmdb';
const roots = `${data}-roots`;
const page = 4096;
const key = (n: number) => Buffer.from(String(n).padStart(6, '0'));
const valueOf = (text: string) => Buffer.alloc(700, text);

/** Writes enough that earlier pages are freed and reused. */
async function rewrite(storage: Storage, text: string): Promise<void> {
  for (let round = 0; round < 15; round++)
    await storage.write(() => {
      for (let n = 0; n < 300; n++)
        if ((n + round) % 3 === 0) storage.docs.putSync(key(n), valueOf(text));
        else if ((n + round) % 7 === 0) storage.docs.removeSync(key(n));
    });
}

const contents = (storage: Storage): string[] =>
  [...storage.docs.getRange({ start: Buffer.of(0) })].map(
    ({ key: at, value }) => `${Buffer.from(at).toString()} ${value.toString()}`,
  );

/** Returns a store's files at its last flush and after later unflushed writes, with the contents at both times. */
async function worn() {
  const path = directory();
  const storage = new Storage(path, 'Monday');
  await rewrite(storage, 'a');
  await storage.flush();
  await rewrite(storage, 'b');
  await storage.flush();
  const flushed = { data: readFileSync(join(path, data)), contents: contents(storage) };
  const copies = readFileSync(join(path, roots));
  await rewrite(storage, 'c');
  const latest = { data: readFileSync(join(path, data)), contents: contents(storage) };
  await storage.close();
  return { flushed, latest, copies };
}

/** Opens a store from file contents. */
function opened(bytes: Buffer, copies: Buffer, machine: string): Storage {
  const path = directory();
  writeFileSync(join(path, data), bytes);
  writeFileSync(join(path, roots), copies);
  return new Storage(path, machine);
}

/** Returns a file where only the pages selected by `arrived` were written since the flush. */
function torn(before: Buffer, after: Buffer, arrived: (at: number) => boolean): Buffer {
  const bytes = Buffer.alloc(after.length);
  before.copy(bytes);
  for (let at = 0; at < after.length; at += page) if (arrived(at)) after.copy(bytes, at, at, at + page);
  return bytes;
}

describe('after a power failure', () => {
  it('a store holds the data of its last flush, whichever later pages reached the disk', async () => {
    const { flushed, latest, copies } = await worn();
    expect(latest.contents).not.toEqual(flushed.contents);
    for (let seed = 1; seed <= 20; seed++) {
      // the roots arrive, and every second or third of the other pages does not
      const bytes = torn(flushed.data, latest.data, (at) => at < 2 * page || (at / page) % (seed + 1) !== 0);
      const storage = opened(bytes, copies, 'Tuesday');
      expect(contents(storage)).toEqual(flushed.contents);
      await rewrite(storage, 'd');
      await storage.close();
    }
  });

  it('an incomplete copy of the roots is ignored', async () => {
    const { latest, copies } = await worn();
    const spoilt = Buffer.from(copies);
    for (let at = 100; at < spoilt.length; at += 512) spoilt[at]! ^= 0xff;
    const storage = opened(latest.data, spoilt, 'Tuesday');
    expect(contents(storage)).toEqual(latest.contents);
    await storage.close();
  });
});

it('a store whose process was killed holds all committed data', async () => {
  const { latest, copies } = await worn();
  const storage = opened(latest.data, copies, 'Monday');
  expect(contents(storage)).toEqual(latest.contents);
  await storage.close();
});

it('a closed store is unchanged after the machine restarts', async () => {
  const path = directory();
  const first = new Storage(path, 'Monday');
  await rewrite(first, 'a');
  const held = contents(first);
  await first.close();
  const copy = directory();
  for (const name of [data, roots]) copyFileSync(join(path, name), join(copy, name));
  const second = new Storage(copy, 'Tuesday');
  expect(contents(second)).toEqual(held);
  await second.close();
});
