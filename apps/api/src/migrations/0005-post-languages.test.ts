import { Types } from 'mongoose';
import { beforeEach, expect, it } from 'vitest';
import { newPost } from '../testing/content.js';
import { appScene } from '../testing/scene.js';
import { postLanguagesMigration } from './0005-post-languages.js';

const scene = appScene();
const run = (signal = new AbortController().signal) =>
  postLanguagesMigration.up(scene.app.ctx.connection.db!, signal, () => undefined);
const posts = () => scene.app.ctx.models.Post.collection;
const languageOf = async (_id: Types.ObjectId) => (await posts().findOne({ _id }))?.['language'] as unknown;

/** Inserts posts from before posts had a language. */
async function insertFormer(...texts: object[]): Promise<Types.ObjectId[]> {
  const records = texts.map((fields) => ({
    ...newPost(new Types.ObjectId(), { title: '', ...fields }),
    hidden: false,
    feedKeys: [],
  }));
  await posts().insertMany(records);
  return records.map(({ _id }) => _id);
}
const GERMAN = { description: 'Heute gibt es endlich wieder frisches Brot aus dem Ofen.' };

beforeEach(() => posts().deleteMany({}));

it('guesses the language of stored posts, with the same result when run twice [B13-3]', async () => {
  const ids = await insertFormer(
    GERMAN,
    { title: '今日は雪です' },
    { title: 'Berlin' },
    { ...GERMAN, language: 'fr' },
    { ...GERMAN, language: null },
  );
  await run();
  await run();
  expect(await Promise.all(ids.map(languageOf))).toEqual(['de', 'ja', null, 'fr', null]);
});

it('processes more than one batch', async () => {
  await insertFormer(...Array.from({ length: 1100 }, () => ({ title: '今日は雪です' })));
  await run();
  expect(await posts().countDocuments({ language: 'ja' })).toBe(1100);
});

it('skips posts that are deleted or edited after they were read', async () => {
  const [edited, deleted] = (await insertFormer(GERMAN, GERMAN)) as [Types.ObjectId, Types.ObjectId];
  const running = run();
  await posts().updateOne({ _id: edited }, { $set: { description: 'Snow', language: 'en' } });
  await posts().updateOne({ _id: deleted }, { $set: { deletedAt: new Date() } });
  await running;
  expect(await languageOf(edited)).toBe('en');
});

it('stops when aborted, and can run again', async () => {
  const [id] = (await insertFormer(GERMAN)) as [Types.ObjectId];
  await expect(run(AbortSignal.abort())).rejects.toThrow();
  expect(await languageOf(id)).toBeUndefined();
  await run();
  expect(await languageOf(id)).toBe('de');
});
