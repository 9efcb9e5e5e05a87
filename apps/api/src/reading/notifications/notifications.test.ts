import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { newEventId } from '../../platform/events/stored-event.js';
import { MINUTE } from '../../platform/time.js';
import { before } from '../../testing/before.js';
import { insertUser } from '../../testing/content.js';
import { notificationScene, type Someone } from '../../testing/notification-scene.js';
import { createTestApp } from '../../testing/test-app.js';

const { scene, signUp, postOf, like, comment, change, toldTo, short, read } = notificationScene();

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
