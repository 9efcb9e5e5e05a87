import { Types } from 'mongoose';
import { expect, it } from 'vitest';
import { newPost, userRecord } from '../testing/content.js';
import { appScene } from '../testing/scene.js';
import { signsMigration } from './0011-signs.js';

const scene = appScene();
const run = () =>
  signsMigration.up(scene.app.ctx.connection.db!, new AbortController().signal, () => undefined);

it('makes names with a sign findable in scripts without spaces, with the same result when run twice', async () => {
  const { Post, User } = scene.app.ctx.models;
  const user = { _id: new Types.ObjectId(), ...userRecord('signs', 'Signs', scene.app.clock.now()) };
  await User.collection.insertOne(user);
  const stored = { hidden: false, feedKeys: [], searchTerms: ['as it was'] };
  const posts = [{ title: 'C#で書く' }, { description: 'in C++을' }, { title: 'No sign' }].map((texts) => ({
    ...newPost(user._id, texts),
    ...stored,
  }));
  await Post.collection.insertMany(posts);
  const found = async (q: string) => {
    const { body } = await scene.app.agent().get(`/posts?q=${encodeURIComponent(q)}`);
    return (body.data as { _id: string }[]).map(({ _id }) => _id);
  };
  expect(await found('C#')).toEqual([]);

  await run();
  const once = await Post.collection.find().toArray();
  await run();
  expect(await Post.collection.find().toArray()).toEqual(once);
  expect(await found('C#')).toEqual([posts[0]!._id.toHexString()]);
  expect(await found('C++')).toEqual([posts[1]!._id.toHexString()]);
  expect(once[2]?.['searchTerms']).toEqual(['as it was']);
});
