import { Types } from 'mongoose';
import { expect, it } from 'vitest';
import { newPost } from '../testing/content.js';
import { appScene } from '../testing/scene.js';
import { symbolsMigration } from './0014-symbols.js';

const scene = appScene();
const run = () =>
  symbolsMigration.up(scene.app.ctx.connection.db!, new AbortController().signal, () => undefined);

it('makes symbols in brackets and quotes findable, with the same result when run twice', async () => {
  const { Post } = scene.app.ctx.models;
  const { user } = await scene.app.signUp();
  const stored = { hidden: false, feedKeys: [], searchTerms: ['as it was'] };
  const posts = [{ title: 'Prices (€)' }, { description: 'a “<” b' }, { title: 'None' }].map((texts) => ({
    ...newPost(new Types.ObjectId(user._id), texts),
    ...stored,
  }));
  await Post.collection.insertMany(posts);
  const found = async (q: string) => {
    const { body } = await scene.app.agent().get(`/posts?q=${encodeURIComponent(q)}`);
    return (body.data as { _id: string }[]).map(({ _id }) => _id);
  };
  expect(await found('€')).toEqual([]);

  await run();
  const once = await Post.collection.find().sort({ _id: 1 }).toArray();
  await run();
  expect(await Post.collection.find().sort({ _id: 1 }).toArray()).toEqual(once);
  expect(await found('€')).toEqual([posts[0]!._id.toHexString()]);
  expect(await found('(<)')).toEqual([posts[1]!._id.toHexString()]);
  expect(once[2]?.['searchTerms']).toEqual(['as it was']);
});
