import { NOTIFICATION_LIMITS } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { collectionOf } from '../../platform/db/collection-of.js';
import { notificationScene, type Someone } from '../../testing/notification-scene.js';
import { createNotificationWriter } from './notification-writer.js';

const { scene, signUp, postOf, like, comment, change, toldTo, short, read } = notificationScene();

describe('content hidden from the reader', () => {
  it('is left out: of blocked and blocking, suspended and deleted users [B5-4]', async () => {
    const [ada, bob, cy, dan, eve] = await Promise.all(Array.from({ length: 5 }, signUp));
    const post = await postOf(ada!);
    for (const other of [bob!, cy!, dan!, eve!]) await like(other, post);
    await change(ada!, 'block', bob!);
    await change(cy!, 'block', ada!);
    await scene.app.ctx.admin.suspend(null, dan!.user._id);
    expect(await short(ada!)).toMatchObject([{ names: [eve!.user.userName], count: 1 }]);
    await eve!.agent.post('/auth/delete-account').send({ password: 'correct horse 1' }).expect(200);
    expect(await toldTo(ada!)).toMatchObject({ data: [], unread: 0 });
  });

  it('leaves one unread in the count while one of its users is visible', async () => {
    const [ada, bob, cy] = [await signUp(), await signUp(), await signUp()];
    const post = await postOf(ada);
    const unread = async () => (await read(ada, '1970-01-01T00:00:00.000Z').expect(200)).body.data.unread;
    for (const other of [bob, cy]) {
      scene.app.clock.advance(1000);
      await like(other, post);
    }
    expect(await unread()).toBe(1);
    await scene.app.ctx.admin.suspend(null, bob.user._id);
    expect(await unread()).toBe(1);
    await change(ada, 'block', cy);
    expect(await unread()).toBe(0);
  });

  /** Has a user mention another in comments on their own posts. */
  const mentionOften = async (by: Someone, whom: Someone, count: number) => {
    const post = await postOf(by);
    const user = new Types.ObjectId(by.user._id);
    const at = scene.app.clock.now();
    const expiresAt = new Date(at.getTime() + 1_000_000);
    await scene.app.ctx.models.Notification.collection.insertMany(
      Array.from({ length: count }, (_, index) => ({
        _id: `mention:${whom.user._id}:${post}:${index}` as never,
        kind: 'mention',
        recipient: new Types.ObjectId(whom.user._id),
        post: new Types.ObjectId(post),
        entries: [{ ref: new Types.ObjectId(), user, at, changedAt: at, isOn: true }],
        more: false,
        at,
        readAt: null,
        isUnread: true,
        touchedAt: at,
        expiresAt,
      })),
    );
  };

  it.each([
    ['blocked', (me: Someone, other: Someone) => change(me, 'block', other)],
    ['blocking', (me: Someone, other: Someone) => change(other, 'block', me)],
    ['suspended', (_me: Someone, other: Someone) => scene.app.ctx.admin.suspend(null, other.user._id)],
    [
      'deleted',
      async (_me: Someone, { user }: Someone) => {
        await scene.app.ctx.models.User.deleteOne({ _id: user._id });
        scene.app.ctx.users.authors.forget(user._id);
      },
    ],
  ])('is left out of pages and counts if users are %s, however much they wrote', async (_name, hide) => {
    const [ada, bob, eve] = [await signUp(), await signUp(), await signUp()];
    const posts = [await postOf(ada), await postOf(ada), await postOf(ada)];
    for (const post of posts) await like(bob, post);
    scene.app.clock.advance(1000);
    await mentionOften(eve, ada, 70);
    await hide(ada, eve);
    const { inbox } = scene.app.ctx.notifications;
    expect(await toldTo(ada)).toMatchObject({ unread: 3, data: [{}, {}, {}], nextCursor: null });
    expect(await inbox.unread(ada.user._id)).toBe(3);
    expect((await inbox.unreadOf(ada.user._id)).map(({ kind }) => kind)).toEqual(['like', 'like', 'like']);
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await toldTo(ada, `?limit=1&cursor=${cursor}`);
      ids.push(...page.data.map(({ _id }) => _id));
      cursor = page.nextCursor;
    }
    expect(ids.sort()).toEqual(posts.map((post) => `like:${ada.user._id}:${post}`).sort());
  });

  it('is skipped in the middle of a page, which continues after it', async () => {
    const [ada, bob, eve] = [await signUp(), await signUp(), await signUp()];
    const expected: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      const post = await postOf(ada);
      await like(bob, post);
      expected.unshift(`like:${ada.user._id}:${post}`);
      scene.app.clock.advance(1000);
      await mentionOften(eve, ada, 3);
      scene.app.clock.advance(1000);
    }
    await scene.app.ctx.admin.suspend(null, eve.user._id);
    const pages: string[][] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await toldTo(ada, `?limit=3&cursor=${cursor}`);
      pages.push(page.data.map(({ _id }) => _id));
      cursor = page.nextCursor;
    }
    expect(pages.flat()).toEqual(expected);
    expect(pages.slice(0, 2).map(({ length }) => length)).toEqual([3, 3]);
  });

  it('is not recorded if a text mentions a user who blocks its author', async () => {
    const [ada, bob, cy] = [await signUp(), await signUp(), await signUp()];
    const post = await postOf(cy);
    await change(ada, 'block', bob);
    await comment(bob, post, `Hi @${ada.user.userName} and @${cy.user.userName}`);
    expect(await scene.app.ctx.models.Notification.countDocuments({ recipient: ada.user._id })).toBe(0);
    await change(ada, 'unblock', bob);
    expect(await short(ada)).toEqual([]);
  });

  it('does not displace visible notifications when old ones are trimmed', async () => {
    const [ada, bob, eve] = [await signUp(), await signUp(), await signUp()];
    await like(bob, await postOf(ada));
    await mentionOften(bob, ada, NOTIFICATION_LIMITS.kept + 10);
    scene.app.clock.advance(1000);
    await mentionOften(eve, ada, NOTIFICATION_LIMITS.kept + 10);
    await change(ada, 'block', eve);
    const notifications = collectionOf(scene.app.ctx.models.Notification);
    const { inbox } = scene.app.ctx.notifications;
    const latestShown = inbox.latestShown.bind(inbox);
    const recorder = createNotificationWriter({
      notifications,
      inboxes: scene.app.ctx.inboxes,
      latestShown,
      now: scene.app.clock.now,
    });
    await recorder.trim(new Types.ObjectId(ada.user._id));
    const left = async (user: Someone) =>
      notifications.countDocuments({
        recipient: new Types.ObjectId(ada.user._id),
        'entries.user': new Types.ObjectId(user.user._id),
      });
    expect([await left(bob), await left(eve)]).toEqual([NOTIFICATION_LIMITS.kept, NOTIFICATION_LIMITS.kept]);
  });

  it('includes posts whose author blocks the mentioned user [B5-4]', async () => {
    const [ada, bob] = [await signUp(), await signUp()];
    await comment(ada, await postOf(ada), `Hi @${bob.user.userName}`);
    await change(ada, 'block', bob);
    expect(await short(bob)).toEqual([]);
  });
});
