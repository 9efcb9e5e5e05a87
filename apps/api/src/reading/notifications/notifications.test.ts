import { NOTIFICATION_LIMITS, type Notification } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { collectionOf } from '../../platform/db/collection-of.js';
import { newEventId } from '../../platform/db/stored-event.js';
import { MINUTE } from '../../platform/time.js';
import { before } from '../../testing/before.js';
import { insertUser } from '../../testing/content.js';
import { appScene } from '../../testing/scene.js';
import type { Agent, TestApp } from '../../testing/test-app.js';
import { createTestApp } from '../../testing/test-app.js';
import { createNotificationWriter } from './notification-writer.js';

const scene = appScene();

type Someone = Awaited<ReturnType<TestApp['signUp']>>;

const signUp = () => scene.app.signUp();
const postOf = async ({ agent }: Someone, fields: object = { title: 'Sea' }): Promise<string> =>
  (await agent.post('/posts').send(fields)).body.data._id as string;
const like = ({ agent }: Someone, post: string) => agent.post(`/post-interactions/${post}/like`).expect(200);
const comment = async ({ agent }: Someone, postId: string, body = 'Nice'): Promise<string> =>
  (await agent.post('/comments').send({ postId, body })).body.data._id as string;
const change = ({ agent }: Someone, kind: string, { user }: Someone) => {
  scene.app.clock.advance(1000);
  const changes = [{ kind, user: user._id, at: scene.app.clock.now().toISOString() }];
  return agent.post('/people/changes').send({ changes }).expect(200);
};
interface Told {
  data: Notification[];
  unread: number;
  nextCursor: string | null;
}
const toldTo = async ({ agent }: { agent: Agent }, query = ''): Promise<Told> =>
  (await agent.get(`/notifications${query}`).expect(200)).body as Told;
/** The notifications in short form. */
const short = async (someone: Someone) =>
  (await toldTo(someone)).data.map(({ kind, post, people, count }) => ({
    kind,
    title: post?.title,
    names: people.map(({ userName }) => userName),
    count,
  }));
const read = ({ agent }: Someone, until = scene.app.clock.now().toISOString()) =>
  agent.post('/notifications/read').send({ until });

describe('GET /notifications', () => {
  it('requires sign-in', async () => {
    await scene.app.agent().get('/notifications').expect(401);
    await scene.app.agent().get('/notifications/events').expect(401);
    await scene.app.agent().post('/notifications/read').send({}).expect(401);
    await scene.app.agent().get('/notifications/settings').expect(401);
  });

  it('lists likes by post, latest first, each user once [B5-1]', async () => {
    const [ada, bob, cy] = [await signUp(), await signUp(), await signUp()];
    const [sea, hill] = [await postOf(ada), await postOf(ada, { description: 'Hill' })];
    await like(bob, sea);
    scene.app.clock.advance(1000);
    await like(bob, hill);
    scene.app.clock.advance(1000);
    await like(cy, sea);
    expect(await short(ada)).toEqual([
      { kind: 'like', title: 'Sea', names: [cy.user.userName, bob.user.userName], count: 2 },
      { kind: 'like', title: 'Hill', names: [bob.user.userName], count: 1 },
    ]);
    expect(await short(bob)).toEqual([]);
  });

  it('lists comments, likes of comments, follows and mentions [B5-1]', async () => {
    const [ada, bob] = [await signUp(), await signUp()];
    const post = await postOf(ada);
    await comment(bob, post, `Hello @${ada.user.userName}`);
    const own = await comment(ada, post, `Thanks @${bob.user.userName.toUpperCase()} @nobody_here`);
    await bob.agent.patch(`/comments/${own}/like`).expect(200);
    await change(bob, 'follow', ada);
    const kinds = (await short(ada)).map(({ kind, title }) => [kind, title]);
    expect(new Set(kinds)).toEqual(
      new Set([
        ['follow', undefined],
        ['commentLike', 'Sea'],
        ['comment', 'Sea'],
      ]),
    );
    expect(await short(bob)).toEqual([
      { kind: 'mention', title: 'Sea', names: [ada.user.userName], count: 1 },
    ]);
  });

  it('quotes the latest comment as it is now, on one line, cut to 120 characters [B5-1]', async () => {
    const [ada, bob] = [await signUp(), await signUp()];
    const post = await postOf(ada);
    const written = await comment(bob, post, 'Which glaze\n\nis it?');
    const text = async () => (await toldTo(ada)).data.map((one) => one.text);
    expect(await text()).toEqual(['Which glaze is it?']);
    await bob.agent
      .patch(`/comments/${written}`)
      .send({ body: 'word '.repeat(60) })
      .expect(200);
    const [line] = await text();
    expect(line).toMatch(/word…$/);
    expect(line!.length).toBeLessThanOrEqual(120);
    await bob.agent.delete(`/comments/${written}`).expect(200);
    expect(await text()).toEqual([]);
    await like(bob, post);
    expect(await text()).toEqual([null]);
  });

  it('quotes no reply below a comment of a blocked author, and none below another’s warned post [B5-1]', async () => {
    const [ada, bob, cy] = [await signUp(), await signUp(), await signUp()];
    const post = await postOf(ada);
    const asked = await comment(bob, post, 'When?');
    scene.app.clock.advance(1000);
    const body = `Soon @${ada.user.userName} @${bob.user.userName}`;
    await cy.agent.post('/comments').send({ postId: post, body, parent: asked }).expect(201);
    const text = async (someone: Someone) => (await toldTo(someone)).data.map((one) => one.text);
    expect(await text(bob)).toEqual([body]);
    expect(await text(ada)).toEqual([body]);
    await change(ada, 'block', bob);
    expect(await text(ada)).toEqual([null]);
    expect(await text(bob)).not.toContain(null);
    await ada.agent.put(`/posts/${post}`).send({ contentWarning: 'Spiders' }).expect(200);
    await change(ada, 'unblock', bob);
    expect(await text(ada)).toEqual([body]);
    expect(await text(bob)).toEqual([null]);
  });

  it('ignores handles of other sites and names inside other text', async () => {
    const [ada, bob] = [await signUp(), await signUp()];
    const post = await postOf(ada);
    const name = bob.user.userName;
    for (const body of [
      `@${name}@social.example`,
      `@${name}.social.example`,
      `npm i @${name}/cli`,
      `@${name}-x`,
    ])
      await comment(ada, post, body);
    expect(await short(bob)).toEqual([]);
    await comment(ada, post, `你好＠${name}さん`);
    expect((await short(bob)).map(({ kind }) => kind)).toEqual(['mention']);
  });

  it('lists a reply for the replied-to user, a comment for the post’s author, and neither twice [B5-25]', async () => {
    const [ada, bob, cy] = [await signUp(), await signUp(), await signUp()];
    const post = await postOf(ada);
    const reply = async ({ agent }: Someone, parent: string, body = 'Yes') =>
      (await agent.post('/comments').send({ postId: post, body, parent }).expect(201)).body.data
        ._id as string;
    const asked = await comment(bob, post, 'When?');
    const first = await reply(cy, asked, `Soon @${bob.user.userName}`);
    expect((await short(bob)).map(({ kind, names }) => [kind, names])).toEqual([
      ['reply', [cy.user.userName]],
    ]);
    expect((await short(ada)).map(({ kind, count }) => [kind, count])).toEqual([['comment', 2]]);
    // A reply to a reply notifies its author; a reply to oneself notifies no one.
    await reply(ada, first);
    await reply(cy, first);
    expect((await short(cy)).map(({ kind, names }) => [kind, names])).toEqual([
      ['reply', [ada.user.userName]],
    ]);
    expect(await short(bob)).toHaveLength(1);
    // Below the author's own post a reply is not a comment as well.
    const own = await comment(ada, post, 'And where?');
    const answer = await reply(bob, own);
    const replied = (await short(ada)).find(({ kind }) => kind === 'reply');
    expect(replied).toMatchObject({ title: 'Sea', names: [bob.user.userName], count: 1 });
    await bob.agent.delete(`/comments/${answer}`).expect(200);
    expect((await short(ada)).map(({ kind }) => kind)).not.toContain('reply');
    await change(bob, 'block', cy);
    expect(await short(bob)).toEqual([]);
  });

  it('notifies no one of their own actions [B5-4]', async () => {
    const ada = await signUp();
    const post = await postOf(ada);
    await like(ada, post);
    await comment(ada, post, `I am @${ada.user.userName}`);
    expect(await short(ada)).toEqual([]);
  });

  it('lists mentions in a post, adds those of an edit, and removes those that it deletes [B5-2]', async () => {
    const [ada, bob, cy] = [await signUp(), await signUp(), await signUp()];
    const post = await postOf(ada, { title: 'Trip', description: `With @${bob.user.userName}` });
    expect(await short(bob)).toEqual([
      { kind: 'mention', title: 'Trip', names: [ada.user.userName], count: 1 },
    ]);
    await ada.agent
      .put(`/posts/${post}`)
      .send({ description: `With @${cy.user.userName}` })
      .expect(200);
    expect([await short(bob), (await short(cy)).length]).toEqual([[], 1]);
    // Delivered again, as after a crash: nothing arrives twice.
    const { Post } = scene.app.ctx.models;
    const event = { op: newEventId(scene.app.clock.now()), delta: { mentions: 0 } };
    await Post.collection.updateOne({ _id: new Types.ObjectId(post) }, {
      $push: { pending: event },
    } as object);
    scene.app.clock.advance(MINUTE);
    await scene.app.ctx.outbox.catchUp();
    expect([await short(bob), (await short(cy)).length]).toEqual([[], 1]);
    expect(await Post.collection.countDocuments({ 'pending.0': { $exists: true } })).toBe(0);
  });

  it('removes a mention that an edit deleted while the mention was being delivered [B5-2]', async () => {
    const [ada, bob] = [await signUp(), await signUp()];
    const post = await postOf(ada);
    const put = (description: string) => ada.agent.put(`/posts/${post}`).send({ description }).expect(200);
    const { collection } = scene.app.ctx.models.Notification;
    before(collection, 'bulkWrite', () => put('Alone'));
    await put(`With @${bob.user.userName}`);
    expect(await short(bob)).toEqual([]);
  });

  it('removes notifications of undone likes, comments, follows and posts [B5-3]', async () => {
    const [ada, bob] = [await signUp(), await signUp()];
    const [sea, gone] = [await postOf(ada), await postOf(ada)];
    await like(bob, sea);
    await like(bob, gone);
    const written = await comment(bob, sea, `Hi @${ada.user.userName}`);
    await change(bob, 'follow', ada);
    expect(await short(ada)).toHaveLength(4);
    await like(bob, sea);
    await bob.agent.delete(`/comments/${written}`).expect(200);
    await change(bob, 'unfollow', ada);
    await ada.agent.delete(`/posts/${gone}`).expect(200);
    expect(await toldTo(ada)).toMatchObject({ data: [], unread: 0 });
  });

  it('has pages without repetition', async () => {
    const [ada, bob] = [await signUp(), await signUp()];
    for (let index = 0; index < 5; index += 1) {
      await like(bob, await postOf(ada, { title: `Post ${index}` }));
      scene.app.clock.advance(1000);
    }
    const titles: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await toldTo(ada, `?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      titles.push(...page.data.map(({ post }) => post?.title));
      cursor = page.nextCursor;
    }
    expect(titles).toEqual([4, 3, 2, 1, 0].map((index) => `Post ${index}`));
  });

  it.each(['?limit=many', '?cursor=abc', '?cursor=a&cursor=b'])('rejects %s', async (query) => {
    const { agent } = await signUp();
    await agent.get(`/notifications${query}`).expect(400);
  });

  it('counts up to fifty and says that there are more', async () => {
    const ada = await signUp();
    const post = await postOf(ada);
    const { onLike } = scene.app.ctx.notifications;
    const author = new Types.ObjectId(ada.user._id);
    const others = await Promise.all(Array.from({ length: 60 }, () => insertUser(scene.app)));
    await Promise.all(
      others.map(({ _id: user }) =>
        onLike({
          author,
          post: new Types.ObjectId(post),
          user,
          isLiked: true,
          changedAt: scene.app.clock.now(),
        }),
      ),
    );
    expect((await toldTo(ada)).data).toMatchObject([{ count: 50, more: true }]);
  });
});

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

describe('POST /notifications/read', () => {
  it('marks everything up to a time as read, and leaves later ones unread [B5-5]', async () => {
    const [ada, bob, cy] = [await signUp(), await signUp(), await signUp()];
    const post = await postOf(ada);
    await like(bob, post);
    expect((await toldTo(ada)).unread).toBe(1);
    const until = scene.app.clock.now().toISOString();
    scene.app.clock.advance(1000);
    await like(cy, post);
    expect((await read(ada, until).expect(200)).body.data).toEqual({ unread: 1 });
    expect((await read(ada).expect(200)).body.data).toEqual({ unread: 0 });
    expect(await toldTo(ada)).toMatchObject({ unread: 0, data: [{ isRead: true }] });
    scene.app.clock.advance(1000);
    await comment(bob, post);
    expect(await toldTo(ada)).toMatchObject({ unread: 1, data: [{ isRead: false }, { isRead: true }] });
  });

  it('writes nothing if nothing becomes read', async () => {
    const [ada, bob, cy] = [await signUp(), await signUp(), await signUp()];
    const post = await postOf(ada);
    await like(bob, post);
    const between = scene.app.clock.now().toISOString();
    scene.app.clock.advance(1000);
    await like(cy, post);
    const touched = async () =>
      (await scene.app.ctx.models.Notification.findOne({ recipient: ada.user._id }).lean())!.touchedAt;
    const times = [await touched()];
    for (const until of ['1970-01-01T00:00:00.000Z', between, between, undefined, undefined]) {
      scene.app.clock.advance(10);
      await read(ada, until).expect(200);
      times.push(await touched());
    }
    expect(times.map((time, index) => index > 0 && time > times[index - 1]!)).toEqual([
      false, // The beginning.
      false,
      true,
      false,
      true,
      false,
    ]);
  });

  it.each([[{}], [{ until: 'now' }], [{ until: '2026-99-01T00:00:00Z' }], [{ until: { $gt: '' } }]])(
    'rejects %j',
    async (body) => {
      const { agent } = await signUp();
      await agent.post('/notifications/read').send(body).expect(400);
    },
  );
});

describe('PATCH /notifications/settings', () => {
  it('mutes kinds, which are neither listed nor counted until they are unmuted [B5-5]', async () => {
    const [ada, bob] = [await signUp(), await signUp()];
    const post = await postOf(ada);
    await like(bob, post);
    await comment(bob, post);
    const set = (body: object) => ada.agent.patch('/notifications/settings').send(body).expect(200);
    expect((await set({ muted: ['like', 'like'] })).body.data).toEqual({
      muted: ['like'],
      digest: 'off',
      todayHour: null,
    });
    expect(await toldTo(ada)).toMatchObject({ unread: 1, data: [{ kind: 'comment' }] });
    await set({ muted: [] });
    expect((await toldTo(ada)).unread).toBe(2);
    expect((await ada.agent.get('/notifications/settings').expect(200)).body.data).toEqual({
      muted: [],
      digest: 'off',
      todayHour: null,
    });
  });

  it('stores nothing if nothing is muted or switched off', async () => {
    const { agent, user } = await signUp();
    await agent.patch('/notifications/settings').send({ muted: [], digest: 'off' }).expect(200);
    expect(await scene.app.ctx.models.NotificationSettings.countDocuments({ _id: user._id })).toBe(0);
  });

  it('pages and counts without muted kinds', async () => {
    const [ada, bob] = [await signUp(), await signUp()];
    const posts: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      const post = await postOf(ada);
      await comment(bob, post);
      scene.app.clock.advance(1000);
      await like(bob, post);
      scene.app.clock.advance(1000);
      posts.unshift(post);
    }
    await ada.agent
      .patch('/notifications/settings')
      .send({ muted: ['like'] })
      .expect(200);
    const shown: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await toldTo(ada, `?limit=1&cursor=${cursor}`);
      expect(page).toMatchObject({ unread: 3, data: [{ kind: 'comment' }] });
      shown.push(page.data[0]?.post?._id);
      cursor = page.nextCursor;
    }
    expect(shown).toEqual(posts);
  });

  it.each([[{ muted: ['views'] }], [{ muted: 'like' }]])('rejects %j', async (body) => {
    const { agent } = await signUp();
    await agent.patch('/notifications/settings').send(body).expect(400);
  });
});

describe('the rate limits', () => {
  it('reject too many requests', async () => {
    const strict = await createTestApp({ config: { accountLimitFactor: 0.01 } });
    const { agent } = await strict.signUp();
    const statuses = new Set<number>();
    for (let index = 0; index < 60; index += 1) statuses.add((await agent.get('/notifications')).status);
    expect([...statuses]).toEqual([200, 429]);
    await agent.patch('/notifications/settings').send({});
    expect((await agent.patch('/notifications/settings').send({})).status).toBe(429);
    await strict.close();
  });
});
