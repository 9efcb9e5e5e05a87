import type { CurrentUser } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { beforeAll, describe, expect, it } from 'vitest';
import { appScene } from '../../testing/scene.js';
import { createTestApp, type Agent } from '../../testing/test-app.js';

interface Someone {
  agent: Agent;
  user: CurrentUser;
}
interface BlockScene {
  app: Awaited<ReturnType<typeof createTestApp>>;
  /** The blocker, with a post and a comment on a third user's post. */
  ada: Someone;
  /** The blocked user. */
  bob: Someone;
  third: Someone;
  post: string;
  other: string;
  comment: string;
  /** The third user's comment, and the blocker's reply to it. */
  root: string;
  reply: string;
}

const scene = appScene<BlockScene>({}, async (filled) => {
  const { app } = filled;
  const [ada, bob, third] = await Promise.all([app.signUp(), app.signUp(), app.signUp()]);
  const create = async ({ agent }: Someone, title: string) =>
    (await agent.post('/posts').send({ title, tags: ['quiet'] })).body.data._id as string;
  const post = await create(ada, 'Quietude');
  const other = await create(third, 'Elsewhere');
  const written = await ada.agent.post('/comments').send({ postId: other, body: 'By Ada' });
  const root = (await third.agent.post('/comments').send({ postId: other, body: 'By the third' })).body.data
    ._id as string;
  const below = await ada.agent.post('/comments').send({ postId: other, body: 'By Ada, too', parent: root });
  await bob.agent.post(`/posts/${post}/bookmark`);
  await ada.agent.post('/people/changes').send({ changes: [follow(third)] });
  Object.assign(filled, { ada, bob, third, post, other, comment: written.body.data._id, root });
  filled.reply = below.body.data._id;
});

const changeOf = (kind: string, { user }: Someone) => ({
  kind,
  user: user._id,
  at: scene.app.clock.now().toISOString(),
});
function follow(person: Someone) {
  return { kind: 'follow', user: person.user._id, at: new Date().toISOString() };
}
const change = (from: Someone, kind: string, to: Someone) => {
  scene.app.clock.advance(1000);
  return from.agent.post('/people/changes').send({ changes: [changeOf(kind, to)] });
};

/** Lists that contain the blocker's post, comment or name. */
const LISTS: [string, () => string, () => string][] = [
  ['the feed', () => '/posts/infinite?page=1&limit=20&seed=7', () => scene.post],
  ['the feed by date', () => '/posts/infinite?page=1&limit=20&sortBy=createdAt', () => scene.post],
  ['the feed by cursor', () => '/posts/infinite-cursor?limit=10&seed=7', () => scene.post],
  ['posts', () => '/posts?sortBy=createdAt', () => scene.post],
  ['posts at random', () => '/posts/random?seed=7', () => scene.post],
  ['posts of a tag', () => '/posts?tag=quiet&sortBy=createdAt', () => scene.post],
  ['posts with a word', () => '/posts?q=quietude&sortBy=createdAt', () => scene.post],
  ['posts of a user', () => `/posts?userId=${scene.ada.user._id}&sortBy=createdAt`, () => scene.post],
  ["a profile's posts", () => `/posts/user/${scene.ada.user._id}`, () => scene.post],
  ['comments by date', () => `/comments/post/${scene.other}`, () => scene.comment],
  ['comments in smart order', () => `/comments/post/${scene.other}?orderType=smart`, () => scene.comment],
  ['replies', () => `/comments/${scene.root}/replies`, () => scene.reply],
  ['people found', () => `/search/people?q=${scene.ada.user.userName}`, () => scene.ada.user._id],
  ['followers', () => `/people/${scene.third.user._id}/followers`, () => scene.ada.user._id],
];
/** Single items of the blocker. */
const READS: [string, () => string][] = [
  ['a post', () => `/posts/${scene.post}`],
  ['what one did with a post', () => `/post-interactions/${scene.post}/status`],
  ['a comment', () => `/comments/${scene.comment}`],
  ['a reply', () => `/comments/${scene.reply}`],
  ['former texts of a post', () => `/posts/${scene.post}/history`],
  ['former texts of a comment', () => `/comments/${scene.comment}/history`],
  ['who likes a post', () => `/posts/${scene.post}/likes`],
  ['comments of a post', () => `/comments/post/${scene.post}`],
  ['a user by name', () => `/users/username/${scene.ada.user.userName}`],
  ['a user by id', () => `/users/${scene.ada.user._id}`],
  ['a board', () => `/boards/user/${scene.ada.user._id}`],
  ['figures', () => `/posts/analytics/user/${scene.ada.user._id}`],
  ['whom one follows', () => `/people/${scene.ada.user._id}/following`],
];
/** Ways to reach the blocker. */
const WRITES: [string, (agent: Agent) => Promise<{ status: number }>][] = [
  ['a like', (agent) => agent.post(`/post-interactions/${scene.post}/like`)],
  ['a dislike', (agent) => agent.post(`/post-interactions/${scene.post}/dislike`)],
  ['a share', (agent) => agent.post(`/posts/${scene.post}/reactions`).send({ type: 'share', action: 'add' })],
  ['a bookmark', (agent) => agent.post(`/posts/${scene.post}/bookmark`)],
  ['a view', (agent) => agent.post(`/post-interactions/${scene.post}/view`).send({ viewDuration: 2 })],
  ['a comment', (agent) => agent.post('/comments').send({ postId: scene.post, body: 'Hello?' })],
  [
    'a reply',
    (agent) => agent.post('/comments').send({ postId: scene.other, body: 'Hello?', parent: scene.comment }),
  ],
  [
    'a reply to a reply',
    (agent) => agent.post('/comments').send({ postId: scene.other, body: 'Hello?', parent: scene.reply }),
  ],
  ['a like of a comment', (agent) => agent.patch(`/comments/${scene.comment}/like`).send({})],
];

const idsIn = (body: { data: { _id: string }[] }) => body.data.map(({ _id }) => _id);

describe('a blocked user', () => {
  beforeAll(async () => {
    const blocked = await change(scene.ada, 'block', scene.bob);
    expect(blocked.body.data.results[0].isBlocked).toBe(true);
  });

  it.each(LISTS)('finds nothing of the blocker in %s, where others do [B2-19]', async (_name, path, id) => {
    const read = await scene.bob.agent.get(path());
    expect(read.status, read.text).toBe(200);
    expect(idsIn(read.body)).not.toContain(id());
    for (const agent of [scene.third.agent, scene.ada.agent, scene.app.agent()]) {
      expect(idsIn((await agent.get(path())).body)).toContain(id());
    }
  });

  it.each(READS)('gets 404 for %s [B2-20]', async (_name, path) => {
    expect((await scene.bob.agent.get(path())).status).toBe(404);
    expect((await scene.third.agent.get(path())).status).toBe(200);
  });

  it.each(READS)('still sees %s as an admin, to review reports', async (_name, path) => {
    await scene.app.ctx.admin.setAdmin(scene.bob.user.userName, true);
    try {
      expect((await scene.bob.agent.get(path())).status).toBe(200);
      const like = await scene.bob.agent.post(`/post-interactions/${scene.post}/like`);
      expect(like.status).toBe(404);
    } finally {
      await scene.app.ctx.admin.setAdmin(scene.bob.user.userName, false);
    }
  });

  it('gets no cached response for an earlier Idempotency-Key', async () => {
    const [author, reader] = [await scene.app.signUp(), await scene.app.signUp()];
    const post = (await author.agent.post('/posts').send({ title: 'Sea' })).body.data._id as string;
    const written = await author.agent.post('/comments').send({ postId: post, body: 'Mine' });
    const { agent } = reader;
    const calls = [
      () => agent.post(`/post-interactions/${post}/like`),
      () => agent.post(`/post-interactions/${post}/dislike`),
      () => agent.post(`/posts/${post}/bookmark`),
      () => agent.patch(`/comments/${String(written.body.data._id)}/like`).send({}),
      () => agent.post('/comments').send({ postId: post, body: 'Hello' }),
    ].map((call, index) => () => call().set('Idempotency-Key', `k${index}`));
    for (const call of calls) expect((await call()).status).toBeLessThan(300);
    for (const call of calls) expect((await call()).headers['idempotency-replayed']).toBe('true');
    await change(author, 'block', reader);
    for (const call of calls) expect((await call()).status).toBe(404);
  });

  it('can report the blocker and their content', async () => {
    const targets = { post: scene.post, comment: scene.comment, person: scene.ada.user._id };
    for (const [kind, target] of Object.entries(targets)) {
      const report = await scene.bob.agent.post('/reports').send({ kind, target, reason: 'violence' });
      expect(report.status, report.text).toBe(201);
    }
  });

  it.each(WRITES)('cannot reach the blocker by %s [B2-21]', async (_name, write) => {
    expect((await write(scene.bob.agent)).status).toBe(404);
    expect((await write(scene.third.agent)).status).toBeLessThan(300);
  });

  it('adds no view in a batch and cannot follow [B2-21]', async () => {
    const views = await scene.bob.agent
      .post('/post-interactions/batch-views')
      .send({ postViews: [{ postId: scene.post, viewDuration: 2 }] });
    expect(views.body.data.results).toEqual([{ postId: scene.post, viewAdded: false, totalViews: 0 }]);
    const followed = await change(scene.bob, 'follow', scene.ada);
    expect(followed.body.data.results[0].isFollowing).toBe(false);
  });

  it('no longer sees earlier bookmarks in the list, until the block is lifted [B2-22]', async () => {
    const bookmarks = async () => idsIn((await scene.bob.agent.get('/posts/bookmarks')).body);
    expect(await bookmarks()).toEqual([]);
    await change(scene.ada, 'unblock', scene.bob);
    expect(await bookmarks()).toEqual([scene.post]);
    expect((await scene.bob.agent.get(`/posts/${scene.post}`)).status).toBe(200);
    await change(scene.ada, 'block', scene.bob);
    expect(await bookmarks()).toEqual([]);
  });

  it('stays visible to the blocker in API responses; the app filters by the block list', async () => {
    const { _id } = (await scene.bob.agent.post('/posts').send({ title: 'By Bob' })).body.data;
    expect((await scene.ada.agent.get(`/posts/${_id}`)).status).toBe(200);
    const own = (await scene.ada.agent.get('/people/own')).body.data;
    expect(idsIn({ data: own.blocks })).toEqual([scene.bob.user._id]);
  });
});

describe('a block', () => {
  it('applies to users blocked by more users than are cached [B2-23]', async () => {
    const [troll, writer] = await Promise.all([scene.app.signUp(), scene.app.signUp()]);
    const person = new Types.ObjectId(troll.user._id);
    await scene.app.ctx.models.Relationship.collection.insertMany(
      Array.from({ length: 1001 }, () => ({
        user: new Types.ObjectId(),
        person,
        following: false,
        blocking: true,
      })),
    );
    const { _id } = (await writer.agent.post('/posts').send({ title: 'Unbothered' })).body.data;
    expect((await troll.agent.get(`/posts/${_id}`)).status).toBe(200);
    await change(writer, 'block', troll);
    expect((await troll.agent.get(`/posts/${_id}`)).status).toBe(404);
    const many = [...Array.from({ length: 1000 }, () => new Types.ObjectId().toHexString()), writer.user._id];
    const blockers = await scene.app.ctx.relations.blockersAmong(many, troll.user._id);
    expect([...blockers]).toEqual([writer.user._id]);
  });

  it('applies at once in the process that made it [B2-23]', async () => {
    const app = await createTestApp({
      config: { sessions: { personTtl: 60_000 } },
      dbName: scene.app.ctx.config.mongo.dbName!,
      clock: scene.app.clock,
    });
    try {
      const [blocker, blocked] = await Promise.all([app.signUp(), app.signUp()]);
      const { _id } = (await blocker.agent.post('/posts').send({ title: 'Mine' })).body.data;
      expect((await blocked.agent.get(`/posts/${_id}`)).status).toBe(200);
      await blocker.agent.post('/people/changes').send({ changes: [changeOf('block', blocked)] });
      expect((await blocked.agent.get(`/posts/${_id}`)).status).toBe(404);
    } finally {
      await app.close();
    }
  });
});
