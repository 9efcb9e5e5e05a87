import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Allowance, PAUSE } from '../values/pace.js';
import { Cursors } from './cursors.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

it('a cursor applies maxTimeMS to all batches together, excluding client time between them', async () => {
  const doc = Uint8Array.of(5, 0, 0, 0, 0);
  function* work() {
    for (;;) {
      pass(6);
      yield PAUSE;
      yield PAUSE;
      yield doc;
    }
  }
  const cursors = new Cursors(() => 0);
  const cursor = cursors.create('db.c', work(), 0, new Allowance(10));
  await cursors.reply(cursor, 'firstBatch', 1);
  pass(60_000);
  await expect(cursors.reply(cursor, 'nextBatch', 1)).rejects.toMatchObject({ code: 50 });
  const other = cursors.create('db.c', work(), 0, new Allowance(13));
  await cursors.reply(other, 'firstBatch', 1);
  pass(60_000);
  await expect(cursors.reply(other, 'nextBatch', 1)).resolves.toBeDefined();
});

it('a cursor reads one batch at a time, and is not idle while it does', async () => {
  let now = 0;
  const doc = (n: number) => Uint8Array.of(5, 0, 0, 0, n);
  function* work() {
    for (let n = 0; n < 5; n++) {
      yield PAUSE;
      yield doc(n);
    }
  }
  const cursors = new Cursors(() => now);
  const cursor = cursors.create('db.c', work());
  await cursors.reply(cursor, 'firstBatch', 1);
  const reading = cursors.reply(cursors.get(cursor.id, 'db.c'), 'nextBatch', 2);
  expect(() => cursors.get(cursor.id, 'db.c')).toThrow(expect.objectContaining({ code: 12051 }));
  now = 11 * 60_000;
  cursors.closeIdle();
  expect(await reading).toContainEqual(doc(2));
  expect(await cursors.reply(cursors.get(cursor.id, 'db.c'), 'nextBatch', 1)).toContainEqual(doc(3));
  now *= 2;
  cursors.closeIdle();
  expect(() => cursors.get(cursor.id, 'db.c')).toThrow(expect.objectContaining({ code: 43 }));
});
