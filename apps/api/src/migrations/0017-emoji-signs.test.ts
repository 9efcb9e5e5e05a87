import { Types } from 'mongoose';
import { expect, it } from 'vitest';
import { newPost } from '../testing/content.js';
import { appScene } from '../testing/scene.js';
import { emojiSignsMigration } from './0017-emoji-signs.js';

const scene = appScene();
const run = () =>
  emojiSignsMigration.up(scene.app.ctx.connection.db!, new AbortController().signal, () => undefined);

it('finds and mutes by tags with the emoji form of the sign, with the same result when run twice', async () => {
  const { Post } = scene.app.ctx.models;
  const mutedWords = scene.app.ctx.connection.db!.collection('mutedwords');
  const { user } = await scene.app.signUp();
  const author = new Types.ObjectId(user._id);
  const posts = [
    { title: 'A', description: 'so #\ufe0fhello', tagKeys: [] },
    { title: '＃\ufe0f日本', tagKeys: [] },
    { title: 'press #\ufe0f\u20e3', tagKeys: [] },
    { title: '#none', tagKeys: ['as it was'] },
  ].map(({ tagKeys, ...texts }) => ({
    ...newPost(author, texts),
    ...{ hidden: false, feedKeys: [], searchTerms: [], tagKeys },
  }));
  await Post.collection.insertMany(posts);
  const word = '#\ufe0fHello';
  const muted = { user: author, key: '=#\ufe0fHello', word, exact: true, muted: true, until: null };
  await mutedWords.insertOne({ ...muted, goneAt: null, changedAt: new Date() });

  await run();
  const once = await Post.collection.find().sort({ _id: 1 }).toArray();
  await run();
  expect(await Post.collection.find().sort({ _id: 1 }).toArray()).toEqual(once);
  expect(once.map(({ tagKeys }) => tagKeys as unknown)).toEqual([['hello'], ['日本'], [], ['as it was']]);
  expect(once[0]?.['tagsDue']).toMatchObject({ terms: ['hello'] });
  const { body } = await scene.app.agent().get('/posts?tag=hello');
  expect((body.data as { _id: string }[]).map(({ _id }) => _id)).toEqual([posts[0]!._id.toHexString()]);
  expect((await mutedWords.findOne({ user: author }))?.['key']).toBe('=#Hello');
});
