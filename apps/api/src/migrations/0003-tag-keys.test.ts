import { Types } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { retagged, tagKeysMigration } from './0003-tag-keys.js';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const run = () => tagKeysMigration.up(app.ctx.connection.db!, new AbortController().signal);

it('leaves a post as it is whose tag keys are right', () => {
  const post = { _id: new Types.ObjectId(), title: '#Tea', description: '', tags: ['Straße'] };
  expect(retagged({ ...post, tagKeys: ['strasse', 'tea'] })).toBeNull();
  expect(retagged({ ...post, tagKeys: ['straße', 'tea'] })?.update).toEqual({
    $set: { tagKeys: ['strasse', 'tea'] },
  });
});

it('computes the keys of posts again, so that they are found by any form of their tags', async () => {
  const { agent } = await app.signUp();
  const text = { title: '#İzmir', description: 'این #نرم\u200cافزار ＃タグ', tags: ['Straße'] };
  const id = (await agent.post('/posts').send(text).expect(201)).body.data._id as string;
  const posts = app.ctx.connection.db!.collection('posts');
  await posts.updateOne(
    { _id: new Types.ObjectId(id) },
    { $set: { tagKeys: ['straße', 'i\u0307zmir', 'نرم'] } },
  );
  await run();
  await run();
  for (const tag of ['IZMIR', 'izmir', 'STRASSE', 'نرم\u200cافزار', 'タグ']) {
    const { body } = await app.agent().get('/posts').query({ tag }).expect(200);
    expect([tag, body.data.map((post: { _id: string }) => post._id)]).toEqual([tag, [id]]);
  }
});

it('computes the keys of muted words again, and keeps the later of two that become one', async () => {
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

it('stops when it is aborted', async () => {
  const aborted = AbortSignal.abort();
  await expect(tagKeysMigration.up(app.ctx.connection.db!, aborted)).rejects.toThrow();
});
