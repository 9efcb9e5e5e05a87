import { Types } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { STALE_AFTER } from '../../platform/events/stored-event.js';
import { DAY } from '../../platform/time.js';
import { appScene } from '../../testing/scene.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { createNotificationWriter } from './notification-writer.js';
import { NOTIFICATION_LIMITS } from '@social-feed/contracts';

type Someone = Awaited<ReturnType<TestApp['signUp']>>;

const scene = appScene();
let other: TestApp;
beforeAll(async () => {
  other = await createTestApp({ dbName: scene.app.ctx.connection.name, clock: scene.app.clock });
});
afterAll(() => other.close());

const notifications = (app = scene.app) => app.ctx.models.Notification;
const repairLater = async () => {
  scene.app.clock.advance(STALE_AFTER + 1000);
  await scene.app.ctx.outbox.catchUp();
};
/** The process crashes right before it writes a notification. */
const die = () =>
  vi.spyOn(notifications().collection, 'bulkWrite').mockRejectedValueOnce(new Error('killed'));
const told = async ({ agent }: Someone) => (await agent.get('/notifications').expect(200)).body;

/** A user with a post, and another user. */
async function two() {
  const [ada, bob] = [await scene.app.signUp(), await scene.app.signUp()];
  const post = (await ada.agent.post('/posts').send({ title: 'Sea' })).body.data._id as string;
  return { ada, bob, post, like: () => bob.agent.post(`/post-interactions/${post}/like`).expect(200) };
}

describe('a process that crashes before it has written a notification', () => {
  it('loses none: the repair sends the notification of a like once [B5-6]', async () => {
    const { ada, like } = await two();
    die();
    await like();
    expect((await told(ada)).data).toEqual([]);
    await repairLater();
    await repairLater();
    expect((await told(ada)).data).toMatchObject([{ kind: 'like', count: 1 }]);
  });

  it('sends no notification of a like that was removed before the repair', async () => {
    const { ada, like } = await two();
    die();
    await like();
    await like();
    await repairLater();
    expect((await told(ada)).data).toEqual([]);
  });

  it.each([
    [
      'a comment',
      ({ bob, post }: Awaited<ReturnType<typeof two>>) =>
        bob.agent.post('/comments').send({ postId: post, body: 'Hi' }),
    ],
    [
      'a mention in a post',
      ({ ada, bob }: Awaited<ReturnType<typeof two>>) =>
        bob.agent.post('/posts').send({ title: `With @${ada.user.userName}` }),
    ],
    [
      'a follow',
      ({ bob, ada }: Awaited<ReturnType<typeof two>>) => {
        const at = scene.app.clock.now().toISOString();
        return bob.agent
          .post('/people/changes')
          .send({ changes: [{ kind: 'follow', user: ada.user._id, at }] });
      },
    ],
  ])('sends one notification of %s', async (_name, act) => {
    const people = await two();
    die();
    expect((await act(people)).status).toBeLessThan(300);
    expect((await told(people.ada)).data).toEqual([]);
    await repairLater();
    await repairLater();
    expect((await told(people.ada)).data).toMatchObject([{ count: 1 }]);
  });

  it('removes the notification of a deleted comment [B5-6]', async () => {
    const { ada, bob, post } = await two();
    const written = await bob.agent.post('/comments').send({ postId: post, body: 'Hi' });
    die();
    await bob.agent.delete(`/comments/${written.body.data._id}`).expect(200);
    expect((await told(ada)).data).toHaveLength(1);
    await repairLater();
    expect((await told(ada)).data).toEqual([]);
    expect(await scene.app.ctx.models.Comment.countDocuments({ post: new Types.ObjectId(post) })).toBe(0);
  });
});

describe('many likes at once', () => {
  it('become one notification, in which two processes count each like once [B5-6]', async () => {
    const { ada, post } = await two();
    const people = await Promise.all(Array.from({ length: 12 }, () => scene.app.signUp()));
    await Promise.all(
      people.map(({ user }, index) => {
        const { reactions } = (index % 2 === 0 ? scene.app : other).ctx.interactions;
        const viewer = { id: user._id, userName: user.userName, isAdmin: false, sessionId: '' };
        return Promise.all([
          reactions.react(viewer, post, 'like', 'add'),
          reactions.react(viewer, post, 'like', 'add'),
        ]);
      }),
    );
    expect(await notifications().countDocuments({ recipient: ada.user._id })).toBe(1);
    expect((await told(ada)).data).toMatchObject([{ kind: 'like', count: 12, more: false }]);
  });
});

describe('late events', () => {
  it('do not restore a notification that was removed since [B5-3]', async () => {
    const { ada, bob, post } = await two();
    const like = (isLiked: boolean, milliseconds: number) =>
      scene.app.ctx.notifications.onLike({
        author: new Types.ObjectId(ada.user._id),
        post: new Types.ObjectId(post),
        user: new Types.ObjectId(bob.user._id),
        isLiked,
        changedAt: new Date(scene.app.clock.now().getTime() + milliseconds),
      });
    await like(false, 2);
    await like(true, 1);
    expect((await told(ada)).data).toEqual([]);
    await like(true, 3);
    expect((await told(ada)).data).toHaveLength(1);
  });
});

describe('stored notifications', () => {
  it('are the latest of each user, for ninety days [B5-10]', async () => {
    const recipient = new Types.ObjectId();
    const now = scene.app.clock.now();
    const make = (index: number) => ({
      _id: `like:${recipient.toHexString()}:${index}`,
      kind: 'like' as const,
      recipient,
      entries: [],
      at: new Date(now.getTime() - index),
      isUnread: true,
      touchedAt: now,
      expiresAt: new Date(now.getTime() + 1_000_000),
    });
    await notifications().insertMany(
      Array.from({ length: NOTIFICATION_LIMITS.kept + 20 }, (_, index) => make(index)),
    );
    await createNotificationWriter({
      notifications: notifications().collection as never,
      inboxes: scene.app.ctx.inboxes,
      now: scene.app.clock.now,
    }).trim(recipient);
    expect(await notifications().countDocuments({ recipient })).toBe(NOTIFICATION_LIMITS.kept);
    const { ada, like } = await two();
    await like();
    const [record] = await notifications().find({ recipient: ada.user._id }).lean();
    expect(record!.expiresAt.getTime() - scene.app.clock.now().getTime()).toBe(90 * DAY);
  });
});

describe('an account', () => {
  it('is exported with its notifications, and deleted with them [B5-10]', async () => {
    const { ada, bob, like } = await two();
    await like();
    await bob.agent.patch('/notifications/settings').send({ muted: ['like'] });
    const exported = async ({ agent }: Someone) => JSON.parse((await agent.get('/auth/export')).text);
    expect((await exported(ada)).notifications).toMatchObject([{ kind: 'like' }]);
    expect((await exported(bob)).notificationSettings).toEqual([{ muted: ['like'] }]);
    for (const { agent } of [ada, bob])
      await agent.post('/auth/delete-account').send({ password: 'correct horse 1' }).expect(200);
    await scene.app.ctx.jobs.runDue('account-deletion');
    expect(await notifications().countDocuments({ recipient: ada.user._id })).toBe(0);
    expect(await scene.app.ctx.models.NotificationSettings.countDocuments({ _id: bob.user._id })).toBe(0);
  });
});
