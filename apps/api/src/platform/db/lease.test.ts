import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { mongo } from 'mongoose';
import { dropDatabases, openDatabase } from '../../testing/databases.js';
import { createGate } from '../../testing/gate.js';
import { LeaseTakenError, withLease } from './lease.js';

let database: mongo.Db;
beforeAll(async () => {
  database = (await openDatabase()).db!;
});
afterAll(dropDatabases);

const never = new AbortController().signal;
const options = (name: string, more = {}) => ({ name, ttl: 1000, waitFor: 20_000, signal: never, ...more });

it('lets one holder work at a time', async () => {
  let atOnce = 0;
  let most = 0;
  const work = async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await pause(5);
    atOnce -= 1;
  };
  await Promise.all(
    Array.from({ length: 6 }, () => withLease(database, options('many', { ttl: 300 }), work)),
  );
  expect(most).toBe(1);
});

it('renews itself while the work outlasts it', async () => {
  const gate = createGate();
  const slow = withLease(database, options('slow', { ttl: 400 }), () => gate.pass());
  await gate.reached;
  await expect(
    withLease(database, options('slow', { ttl: 400, waitFor: 1200 }), () => Promise.resolve()),
  ).rejects.toBeInstanceOf(LeaseTakenError);
  gate.open();
  await slow;
});

it('passes on after its holder dies', async () => {
  await database
    .collection<{ _id: string }>('leases')
    .insertOne({ _id: 'dead', holder: 'gone', until: new Date(Date.now() + 300) } as never);
  expect(await withLease(database, options('dead', { ttl: 300 }), () => Promise.resolve('done'))).toBe(
    'done',
  );
});

it('is free after failed work', async () => {
  const failing = withLease(database, options('failed'), () => Promise.reject(new Error('no luck')));
  await expect(failing).rejects.toThrow('no luck');
  expect(await withLease(database, options('failed', { waitFor: 0 }), () => Promise.resolve(1))).toBe(1);
});

it('aborts the work if another process takes it over', async () => {
  const work = withLease(
    database,
    options('stolen', { ttl: 400 }),
    (signal) =>
      new Promise<void>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  const failed = expect(work).rejects.toBeInstanceOf(LeaseTakenError);
  const steal = async () => {
    const { matchedCount } = await database
      .collection<{ _id: string }>('leases')
      .updateOne({ _id: 'stolen', holder: { $ne: null } }, { $set: { holder: 'another' } });
    return matchedCount;
  };
  await expect.poll(steal).toBe(1);
  await failed;
});

it('aborts waiting and working when the caller stops', async () => {
  const gate = createGate();
  const holding = withLease(database, options('stop'), () => gate.pass());
  await gate.reached;
  const stopping = new AbortController();
  const waiting = withLease(database, options('stop', { signal: stopping.signal }), () => Promise.resolve());
  stopping.abort();
  await expect(waiting).rejects.toThrow();
  gate.open();
  await holding;
});
