import { Types, type mongo } from 'mongoose';
import { expect, it } from 'vitest';
import { insertUser } from '../../testing/content.js';
import { appScene } from '../../testing/scene.js';
import { postMigrations } from './post.migrations.js';

const scene = appScene();
const [hiddenPosts, uploadsOfPosts] = postMigrations;

const media = (url: string) => ({ url, kind: 'image', alt: '', width: 0, height: 0, placeholder: '' });
const UPLOAD = 'a'.repeat(32);

it('hides the posts of suspended people, says which have media, and keeps the feed and its numbers', async () => {
  const { connection, models } = scene.app.ctx;
  const shown = await insertUser(scene.app);
  const suspended = await insertUser(scene.app, { suspendedAt: new Date() });
  const posts = connection.collection<mongo.Document>('posts');
  await posts.insertMany([
    { user: shown._id, title: 'one', media: [], feedKeys: [0] },
    { user: shown._id, title: 'two', media: [media('https://a.example/b.jpg')], feedKeys: [1] },
    { user: suspended._id, title: 'three', media: [], feedKeys: [2] },
  ]);
  await connection.collection('feedseeds').insertMany([
    { _id: 1 as never, generation: 0, population: 3, lastUsedAt: new Date() },
    { _id: 2 as never, generation: 0, population: 3, pinnedAt: new Date(), lastUsedAt: new Date() },
  ]);
  const states = connection.collection<mongo.Document>('feedstates');
  const live = [{ g: 3, next: 3 }];
  await states.updateOne(
    {},
    { $set: { current: 3, live, old: [1, { g: 2, leftAt: new Date(0) }], dropping: [0], building: true } },
  );
  for (const name of ['createdAt', 'views']) await posts.createIndex({ [name]: -1, _id: -1 }, {}, {});

  for (let run = 0; run < 2; run += 1) await hiddenPosts!.run(connection);

  expect(
    await posts
      .find()
      .sort({ title: 1 })
      .project({ _id: 0, title: 1, hidden: 1, hasMedia: 1, feedKeys: 1 })
      .toArray(),
  ).toEqual([
    { title: 'one', hidden: false, hasMedia: false, feedKeys: [0] },
    { title: 'three', hidden: true, hasMedia: false, feedKeys: [] },
    { title: 'two', hidden: false, hasMedia: true, feedKeys: [1] },
  ]);
  expect((await models.FeedSeed.find().lean()).map(({ _id }) => _id)).toEqual([2]);
  const left = { leftAt: expect.any(Date) };
  expect(await states.findOne({}, { projection: { _id: 0 } })).toEqual({
    current: 3,
    live,
    old: [
      { g: 0, ...left },
      { g: 1, ...left },
      { g: 2, leftAt: new Date(0) },
    ],
  });
  const names = (await posts.indexes()).map(({ name }) => name);
  expect(names).not.toContain('createdAt_-1__id_-1');
  expect(names).not.toContain('views_-1__id_-1');
  expect(names).toContain('hidden_1_createdAt_-1__id_-1');
});

it('lists the uploads of posts that were written before, and leaves those that list theirs', async () => {
  const { connection } = scene.app.ctx;
  const posts = connection.collection<mongo.Document>('posts');
  const [before, other, listed] = [new Types.ObjectId(), new Types.ObjectId(), new Types.ObjectId()];
  const upload = media(`https://old.example/api/media/${UPLOAD}/1280.webp`);
  await posts.insertMany([
    { _id: before, hasMedia: true, media: [upload, upload], feedKeys: [] },
    { _id: other, hasMedia: true, media: [media('https://a.example/b.jpg')], feedKeys: [] },
    { _id: listed, hasMedia: true, media: [upload], uploads: [], feedKeys: [] },
  ]);
  for (let run = 0; run < 2; run += 1) await uploadsOfPosts!.run(connection);
  const uploadsOf = async (_id: Types.ObjectId) => (await posts.findOne({ _id }))?.['uploads'];
  expect(await uploadsOf(before)).toEqual([UPLOAD]);
  expect(await uploadsOf(other)).toEqual([]);
  expect(await uploadsOf(listed)).toEqual([]);
});
