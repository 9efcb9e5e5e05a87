import { Types } from 'mongoose';
import { expect, it } from 'vitest';
import { appScene } from '../testing/scene.js';
import { keysMigration } from './0016-keys.js';

const scene = appScene();
const run = () =>
  keysMigration.up(scene.app.ctx.connection.db!, new AbortController().signal, () => undefined);

it('mutes the emoji of a key behind letters as a word of its own, with the same result when run twice', async () => {
  const mutedWords = scene.app.ctx.connection.db!.collection('mutedwords');
  const user = new Types.ObjectId();
  const stored = [
    ['press1️⃣', 'press1\u20e3'],
    ['tea', 'tea'],
  ].map(([word, key]) => ({
    ...{ user, word, key, muted: true, until: null, goneAt: null },
    changedAt: new Date(Date.UTC(2026, 0, 1)),
  }));
  await mutedWords.insertMany(stored);
  await run();
  const once = await mutedWords.find({ user }).sort({ word: 1 }).toArray();
  await run();
  expect(await mutedWords.find({ user }).sort({ word: 1 }).toArray()).toEqual(once);
  expect(once.map(({ word, key }) => [word, key])).toEqual([
    ['press1️⃣', 'press 1\u20e3'],
    ['tea', 'tea'],
  ]);
});
