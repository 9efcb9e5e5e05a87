import { Types } from 'mongoose';
import { expect, it } from 'vitest';
import { tagTerm } from '../content/posts/post-terms.js';
import { newPost } from '../testing/content.js';
import { appScene } from '../testing/scene.js';
import { medialSignsMigration } from './0013-medial-signs.js';

const scene = appScene();
const run = () =>
  medialSignsMigration.up(scene.app.ctx.connection.db!, new AbortController().signal, () => undefined);

it('finds posts by their whole tags and counts both, with the same result when run twice', async () => {
  const { Post } = scene.app.ctx.models;
  const { user } = await scene.app.signUp();
  const stored = { hidden: false, feedKeys: [], searchTerms: [], tagKeys: [tagTerm('トロピカル')] };
  const posts = [
    { description: '#トロピカル～ジュ' },
    { description: '#トロピカル〜ジュ' },
    { description: '#トロピカル' },
  ].map((texts) => ({ ...newPost(new Types.ObjectId(user._id), { title: 'A', ...texts }), ...stored }));
  await Post.collection.insertMany(posts);
  const found = async (tag: string) => {
    const { body } = await scene.app.agent().get(`/posts?tag=${encodeURIComponent(tag)}`);
    return (body.data as { description: string }[]).map(({ description }) => description).sort();
  };

  await run();
  const once = await Post.collection.find().sort({ _id: 1 }).toArray();
  await run();
  expect(await Post.collection.find().sort({ _id: 1 }).toArray()).toEqual(once);
  expect(await found('トロピカル〜ジュ')).toEqual(['#トロピカル〜ジュ', '#トロピカル～ジュ']);
  expect(await found('トロピカル')).toEqual(['#トロピカル']);
  expect(once.map(({ tagsDue }) => (tagsDue as { terms: string[] } | undefined)?.terms.length)).toEqual([
    2,
    2,
    undefined,
  ]);
});
