import { Types } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { mutedWordsMigration } from './0003-muted-words.js';
import { wordsMigration } from './0007-words.js';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const run = () =>
  mutedWordsMigration.up(app.ctx.connection.db!, new AbortController().signal, () => undefined);

it('recomputes the keys of muted words, and keeps the later of two with the same key', async () => {
  const words = app.ctx.connection.db!.collection('mutedwords');
  const user = new Types.ObjectId();
  const record = (word: string, key: string, day: number) => ({
    ...{ user, word, key, muted: true, until: null, goneAt: null },
    changedAt: new Date(Date.UTC(2026, 0, day)),
  });
  await words.insertMany([
    record('Straße', 'straße', 2),
    record('STRASSE', 'strasse', 1),
    record('#İzmir', '#i\u0307zmir', 1),
    record('#izmir', '#izmir', 2),
    record('tea', 'tea', 1),
  ]);
  await run();
  await run();
  const left = await words.find({ user }).sort({ key: 1 }).toArray();
  expect(left.map(({ key, word }) => [key, word])).toEqual([
    ['#izmir', '#izmir'],
    ['strasse', 'Straße'],
    ['tea', 'tea'],
  ]);
});

it('adds signs and apostrophes of names to the keys, and removes accents', async () => {
  const words = app.ctx.connection.db!.collection('mutedwords');
  const user = new Types.ObjectId();
  const stored = [
    ['C++', 'c'],
    ["d'Artagnan", 'd artagnan'],
    ['Café', 'café'],
    ['cafe', 'cafe'],
  ].map(([word, key], day) => ({
    user,
    word,
    key,
    muted: true,
    changedAt: new Date(Date.UTC(2026, 0, day)),
  }));
  await words.insertMany(stored);
  const up = () => wordsMigration.up(app.ctx.connection.db!, new AbortController().signal, () => undefined);
  await up();
  await up();
  const left = await words.find({ user }).sort({ key: 1 }).toArray();
  expect(left.map(({ key, word }) => [key, word])).toEqual([
    ['c++', 'C++'],
    ['cafe', 'cafe'],
    ["d'artagnan", "d'Artagnan"],
  ]);
});

it('stops when it is aborted', async () => {
  const aborted = AbortSignal.abort();
  await expect(mutedWordsMigration.up(app.ctx.connection.db!, aborted, () => undefined)).rejects.toThrow();
});
