import { Types } from 'mongoose';
import { expect, it } from 'vitest';
import { appScene } from '../../testing/scene.js';
import { oneIdentityPerProvider } from '../oauth/one-identity.migration.js';
import { oldQueues } from './old-queues.migration.js';

const scene = appScene();

it('takes over deletions and mail that waited in the old queues', async () => {
  const { connection, models } = scene.app.ctx;
  const user = new Types.ObjectId();
  await connection.collection('accountdeletions').insertOne({ _id: user, sweptAt: null });
  await connection.collection('mails').insertMany([
    { to: 'a@example.org', sealed: 'waiting', state: 'queued' },
    { to: 'b@example.org', sealed: 'kept', state: 'kept' },
    { to: 'c@example.org', sealed: 'nothing', state: 'void' },
  ]);
  for (let run = 0; run < 2; run += 1) await oldQueues.run(connection);
  expect(await models.Job.find().sort({ type: 1 }).lean()).toMatchObject([
    {
      type: 'account-deletion',
      key: user.toHexString(),
      payload: { userId: user.toHexString(), swept: false },
    },
    { type: 'mail', payload: { to: 'a@example.org', sealed: 'waiting', void: false, expiresAt: null } },
  ]);
  expect(await models.Mail.find().lean()).toMatchObject([{ sealed: 'kept', void: false }]);
  expect(await connection.collection('accountdeletions').countDocuments()).toBe(0);
});

it('leaves a user one account of each provider, the last used', async () => {
  const { connection, models } = scene.app.ctx;
  const user = new Types.ObjectId();
  await models.Identity.collection.dropIndexes();
  const identity = (provider: string, subject: string, day: number) => ({
    provider,
    subject,
    user,
    createdAt: new Date(0),
    lastUsedAt: new Date(day * 86_400_000),
  });
  await connection
    .collection('identities')
    .insertMany([
      identity('google', 'old', 1),
      identity('google', 'new', 2),
      identity('linkedin', 'only', 1),
    ]);
  await oneIdentityPerProvider.run(connection);
  expect((await models.Identity.find({ user }).lean()).map(({ subject }) => subject).sort()).toEqual([
    'new',
    'only',
  ]);
  await models.Identity.createIndexes();
});
