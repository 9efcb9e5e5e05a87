import { Types } from 'mongoose';
import { expect, it } from 'vitest';
import { insertPosts, insertUser } from '../testing/content.js';
import { appScene } from '../testing/scene.js';
import { outboxMigration } from './0004-outbox.js';

const scene = appScene();
const run = (signal = new AbortController().signal) =>
  outboxMigration.up(scene.app.ctx.connection.db!, signal, () => undefined);

/** A job in the former format. */
const job = (type: string, payload: object, key = type) => ({
  ...{ type, key, payload, attempts: 0, version: 1, lockedUntil: new Date(0) },
  ...{ createdAt: scene.app.clock.now(), runAt: scene.app.clock.now() },
});

/** Inserts a post that mentions a user, who is not notified yet, and the job that would do that. */
async function insertWaiting() {
  const [author, reader] = [await insertUser(scene.app), await scene.app.signUp()];
  const [post] = (await insertPosts(scene.app, 1, author._id)) as [string];
  const { Post, Job } = scene.app.ctx.models;
  const description = `With @${reader.user.userName}`;
  await Post.collection.updateOne({ _id: new Types.ObjectId(post) }, { $set: { description } });
  await Job.collection.insertMany([job('post-mentions', { post }, post), job('counter-repair', {})]);
  return reader;
}

it('turns waiting searches for mentions into events, and removes the former jobs', async () => {
  const { agent } = await insertWaiting();
  await run();
  await run();
  const { Job } = scene.app.ctx.models;
  expect(await Job.countDocuments({ type: { $in: ['post-mentions', 'counter-repair'] } })).toBe(0);
  await scene.app.ctx.outbox.catchUp();
  expect((await agent.get('/notifications')).body.data).toMatchObject([{ kind: 'mention', count: 1 }]);
});

it('stops when it is aborted, and can run again', async () => {
  const { agent } = await insertWaiting();
  await expect(run(AbortSignal.abort())).rejects.toThrow();
  await run();
  await scene.app.ctx.outbox.catchUp();
  expect((await agent.get('/notifications')).body.data).toHaveLength(1);
});
