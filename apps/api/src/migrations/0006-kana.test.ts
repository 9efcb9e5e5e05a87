import { Types } from 'mongoose';
import { expect, it } from 'vitest';
import { newPost, userRecord } from '../testing/content.js';
import { appScene } from '../testing/scene.js';
import { kanaMigration } from './0006-kana.js';

const scene = appScene();
const run = () =>
  kanaMigration.up(scene.app.ctx.connection.db!, new AbortController().signal, () => undefined);

const getIds = async (path: string, q: string) => {
  const { body } = await scene.app.agent().get(`${path}q=${encodeURIComponent(q)}`);
  return (body.data as { _id: string }[]).map(({ _id }) => _id);
};

it('makes posts and people of either kana findable, with the same result when run twice', async () => {
  const { Post, User } = scene.app.ctx.models;
  const now = scene.app.clock.now();
  const user = { _id: new Types.ObjectId(), ...userRecord('kana', 'サクラ 花', now) };
  await User.collection.insertOne({ ...user, searchTerms: [' サクラ 花', 'サク', 'クラ', 'ラ', '花'] });
  const post = newPost(user._id, { title: 'ラーメン', createdAt: now });
  const stored = { hidden: false, feedKeys: [], searchTerms: ['ラー', 'ーメ', 'メン', 'ン'] };
  await Post.collection.insertOne({ ...post, ...stored });
  const other = newPost(user._id, { title: 'soup', createdAt: now });
  await Post.collection.insertOne({ ...other, hidden: false, feedKeys: [], searchTerms: ['as it was'] });
  expect(await getIds('/posts?', 'ラーメン')).toEqual([]);

  const read = () => Promise.all([Post.collection.find().toArray(), User.collection.find().toArray()]);
  await run();
  const once = await read();
  await run();
  expect(await read()).toEqual(once);
  for (const q of ['ラーメン', 'らーめん'])
    expect(await getIds('/posts?', q)).toEqual([post._id.toHexString()]);
  for (const q of ['サクラ', 'さくら'])
    expect(await getIds('/search/people?', q)).toEqual([user._id.toHexString()]);
  const untouched = await Post.collection.findOne({ _id: other._id });
  expect(untouched?.['searchTerms']).toEqual(['as it was']);
});
