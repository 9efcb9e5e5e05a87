import { Types } from 'mongoose';
import { expect, it } from 'vitest';
import { newPost } from '../testing/content.js';
import { appScene } from '../testing/scene.js';
import { arabicLettersMigration } from './0015-arabic-letters.js';

const scene = appScene();
const run = () =>
  arabicLettersMigration.up(scene.app.ctx.connection.db!, new AbortController().signal, () => undefined);

it('finds, counts and mutes texts with forms of Arabic letters by the usual ones, with the same result when run twice', async () => {
  const { Post } = scene.app.ctx.models;
  const mutedWords = scene.app.ctx.connection.db!.collection('mutedwords');
  const { user } = await scene.app.signUp();
  const author = new Types.ObjectId(user._id);
  const posts = [
    { title: 'قەوە', tagKeys: [] },
    { title: 'A', description: '#رابطۀ', tagKeys: ['رابطە'] },
    { title: 'None', tagKeys: ['none'] },
  ].map(({ tagKeys, ...texts }) => ({
    ...newPost(author, texts),
    ...{ hidden: false, feedKeys: [], searchTerms: ['as it was'], tagKeys },
  }));
  await Post.collection.insertMany(posts);
  const muted = { user: author, key: 'قەوە', word: 'قەوە', muted: true, until: null, goneAt: null };
  await mutedWords.insertOne({ ...muted, changedAt: new Date() });
  const found = async (query: string) => {
    const { body } = await scene.app.agent().get(`/posts?${query}`);
    return (body.data as { _id: string }[]).map(({ _id }) => _id);
  };

  await run();
  const once = await Post.collection.find().sort({ _id: 1 }).toArray();
  await run();
  expect(await Post.collection.find().sort({ _id: 1 }).toArray()).toEqual(once);
  expect(await found(`q=${encodeURIComponent('قهوه')}`)).toEqual([posts[0]!._id.toHexString()]);
  expect(await found(`tag=${encodeURIComponent('رابطه')}`)).toEqual([posts[1]!._id.toHexString()]);
  expect(once[1]?.['tagsDue']).toMatchObject({ terms: ['رابطە', 'رابطه'] });
  expect(once[2]?.['searchTerms']).toEqual(['as it was']);
  expect((await mutedWords.findOne({ user: author }))?.['key']).toBe('قهوه');
});
