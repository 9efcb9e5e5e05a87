import type { Collection, Post } from '@social-feed/contracts';
import { shuffleKey } from '@social-feed/feed-order';
import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { recount } from '../../backup/recount.js';
import { insertPosts } from '../../testing/content.js';
import { peopleScene, person, type Person } from '../../testing/people.js';
import type { Agent } from '../../testing/test-app.js';

const scene = peopleScene();
const bookmarks = () => scene.app.ctx.models.PostInteraction;

/** A user with saved posts by ada. */
async function reader(posts = 0): Promise<Person & { saved: string[] }> {
  const found = await person(scene.app);
  const saved =
    posts === 0 ? [] : (await insertPosts(scene.app, posts, new Types.ObjectId(scene.ada.id))).map(String);
  await saveAll(found.id, saved);
  return { ...found, saved };
}

/** Saves posts in this order. */
async function saveAll(user: string, posts: readonly string[]): Promise<void> {
  if (posts.length === 0) return;
  const start = scene.app.clock.now().getTime();
  await bookmarks().collection.insertMany(
    posts.map((post, index) => ({
      post: new Types.ObjectId(post),
      user: new Types.ObjectId(user),
      saved: true,
      savedAt: new Date(start + index),
      createdAt: new Date(start),
      updatedAt: new Date(start),
    })),
  );
}

const create = async (agent: Agent, name = 'Summer'): Promise<Collection> =>
  (await agent.post('/collections').send({ name }).expect(201)).body.data as Collection;
const change = (agent: Agent, collection: string, post: string, action = 'add') =>
  agent.post(`/collections/${collection}/posts`).send({ post, action });
const list = async (agent: Agent, query = '') =>
  (await agent.get(`/collections${query}`).expect(200)).body.data as (Collection & { has?: boolean })[];
const share = async (agent: Agent, id: string, isShared = true) =>
  (await agent.patch(`/collections/${id}`).send({ isShared }).expect(200)).body.data.shareId as string | null;

/** All posts of a collection by cursor. */
async function read(agent: Agent, id: string, query = ''): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await agent.get(`/collections/${id}?limit=4&cursor=${cursor}${query}`).expect(200);
    ids.push(...(body.data as Post[]).map(({ _id }) => _id));
    cursor = body.nextCursor as string | null;
  }
  return ids;
}

describe('the own collections', () => {
  it('are created, listed by name, renamed and deleted; saved posts stay saved [B14-1]', async () => {
    const { agent, saved } = await reader(1);
    const trip = await create(agent, 'Trip');
    await create(agent, 'book list');
    await change(agent, trip._id, saved[0]!).expect(200);
    expect((await list(agent)).map(({ name, posts }) => [name, posts])).toEqual([
      ['book list', 0],
      ['Trip', 1],
    ]);
    const renamed = await agent.patch(`/collections/${trip._id}`).send({ name: 'A trip' }).expect(200);
    expect(renamed.body.data).toMatchObject({ name: 'A trip', posts: 1, shareId: null });
    await agent.delete(`/collections/${trip._id}`).expect(200);
    await agent.delete(`/collections/${trip._id}`).expect(404);
    expect((await list(agent)).map(({ name }) => name)).toEqual(['book list']);
    const { body } = await agent.get('/posts/bookmarks').expect(200);
    expect(body.data.map(({ _id }: Post) => _id)).toEqual(saved);
    const bookmark = await bookmarks().findOne({ post: saved[0]! }).lean();
    expect(bookmark?.collections).toEqual([]);
  });

  it('have names that differ in more than case, width and spaces [B14-2]', async () => {
    const { agent } = await reader();
    await create(agent, 'Straße am  Meer');
    const other = await create(agent, 'Other');
    const taken = await agent.post('/collections').send({ name: ' STRASSE am meer' });
    expect([taken.status, taken.body.code]).toEqual([409, 'ALREADY_EXISTS']);
    const renamed = await agent.patch(`/collections/${other._id}`).send({ name: 'ＳＴＲＡＳＳＥ am Meer' });
    expect([renamed.status, renamed.body.errors[0].path]).toEqual([409, 'name']);
    // another user's names, and another case of the own name, are free
    await create((await reader()).agent, 'Other');
    await agent.patch(`/collections/${other._id}`).send({ name: 'OTHER' }).expect(200);
  });

  it.each(['', ' ', '\u200b', 'x'.repeat(61), 'two\nlines', 7])(
    'reject the name %j [B14-2]',
    async (name) => {
      const { status, body } = await scene.ben.agent.post('/collections').send({ name });
      expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    },
  );

  it('are at most 100, also for parallel calls [B14-2]', async () => {
    const { agent, id } = await reader();
    const user = new Types.ObjectId(id);
    await scene.app.ctx.models.Collection.collection.insertMany(
      Array.from({ length: 98 }, (_, index) => ({
        user,
        name: `${index}`,
        key: `${index}`,
        createdAt: new Date(),
      })),
    );
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => agent.post('/collections').send({ name })),
    );
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(2);
    expect((await list(agent)).length).toBeLessThanOrEqual(100);
    expect(answers.map(({ status }) => status)).toContain(409);
  });

  it('are nobody else’s [B14-1]', async () => {
    const { agent, saved } = await reader(1);
    const { _id } = await create(agent);
    for (const other of [scene.ben.agent, scene.admin.agent]) {
      await other.get(`/collections/${_id}`).expect(404);
      await other.patch(`/collections/${_id}`).send({ name: 'Mine' }).expect(404);
      await other.delete(`/collections/${_id}`).expect(404);
      await change(other, _id, saved[0]!).expect(404);
    }
    await scene.app.agent().get(`/collections/${_id}`).expect(404);
    expect(await list(agent)).toMatchObject([{ name: 'Summer', posts: 0 }]);
  });
});

describe('the posts of a collection', () => {
  it('are added and removed once, however often and in parallel [B14-3]', async () => {
    const { agent, saved } = await reader(3);
    const { _id } = await create(agent);
    await Promise.all([...saved, ...saved].map((post) => change(agent, _id, post).expect(200)));
    const again = await change(agent, _id, saved[0]!).expect(200);
    expect(again.body.data.posts).toBe(3);
    expect(await list(agent, `?post=${saved[0]}`)).toMatchObject([{ has: true }]);
    await Promise.all([1, 2].map(() => change(agent, _id, saved[0]!, 'remove').expect(200)));
    expect(await list(agent, `?post=${saved[0]}`)).toMatchObject([{ has: false, posts: 2 }]);
    expect(await read(agent, _id)).toEqual([saved[2], saved[1]]);
  });

  it('are saved ones only, and leave all collections with the bookmark [B14-3]', async () => {
    const { agent, saved } = await reader(2);
    const [one, two] = [await create(agent, 'One'), await create(agent, 'Two')];
    const [post, kept] = saved as [string, string];
    for (const { _id } of [one, two]) for (const id of saved) await change(agent, _id, id).expect(200);
    await agent.post(`/posts/${post}/bookmark`).expect(200);
    expect(await list(agent)).toMatchObject([{ posts: 1 }, { posts: 1 }]);
    const refused = await change(agent, one._id, post);
    expect([refused.status, refused.body.message]).toEqual([409, 'Save the post first']);
    // saved again, it is in no collection
    await agent.post(`/posts/${post}/bookmark`).expect(200);
    expect(await read(agent, one._id)).toEqual([kept]);
    // other flags keep it
    await agent.post(`/post-interactions/${kept}/like`).expect(200);
    await agent.post(`/posts/${kept}/reactions`).send({ type: 'save', action: 'add' }).expect(200);
    expect(await read(agent, two._id)).toEqual([kept]);
    await change(agent, one._id, '0'.repeat(24)).expect(409);
  });

  it('are at most 1,000; one already there can be added again [B14-3]', async () => {
    const { agent, id } = await reader();
    const { _id } = await create(agent);
    const posts = Array.from({ length: 1002 }, () => new Types.ObjectId().toHexString());
    await saveAll(id, posts);
    const those = { post: { $in: posts.slice(0, 999).map((post) => new Types.ObjectId(post)) } };
    await bookmarks().collection.updateMany(those, { $set: { collections: [new Types.ObjectId(_id)] } });
    await recount(scene.app.ctx.connection.db!);
    const added = await Promise.all(posts.slice(999).map((post) => change(agent, _id, post)));
    expect(added.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    await change(agent, _id, posts[0]!).expect(200);
    expect((await list(agent))[0]?.posts).toBeLessThanOrEqual(1000);
  });

  it('go with the post, and are hidden with their author [B14-3]', async () => {
    const author = await person(scene.app);
    const { agent } = await reader();
    const { _id } = await create(agent);
    const posts = await insertPosts(scene.app, 2, new Types.ObjectId(author.id));
    const [one, two] = posts.map(String) as [string, string];
    for (const post of [one, two]) {
      await agent.post(`/posts/${post}/bookmark`).expect(200);
      await change(agent, _id, post).expect(200);
    }
    await author.agent.delete(`/posts/${one}`).expect(200);
    expect(await list(agent)).toMatchObject([{ posts: 1 }]);
    expect(await read(agent, _id)).toEqual([two]);
    await scene.app.ctx.admin.suspend(null, author.id);
    expect(await read(agent, _id)).toEqual([]);
    expect(await read(agent, _id, '&sortBy=random&seed=7')).toEqual([]);
  });

  it('have a shuffle by seed that follows from the IDs alone [B14-4]', async () => {
    const { agent, saved } = await reader(11);
    const { _id } = await create(agent);
    for (const post of saved) await change(agent, _id, post).expect(200);
    expect(await read(agent, _id)).toEqual([...saved].reverse());
    const shareId = (await share(agent, _id))!;
    const bySeed = [...saved].sort((a, b) => shuffleKey(7, a) - shuffleKey(7, b));
    expect(await read(agent, _id, '&sortBy=random&seed=7')).toEqual(bySeed);
    expect(await read(scene.app.agent(), shareId, '&sortBy=random&seed=7')).toEqual(bySeed);
    const { body } = await agent.get(`/collections/${_id}?sortBy=random`).expect(200);
    expect(body.seed).toBeGreaterThanOrEqual(0);
    for (const query of ['&cursor=x', '&cursor=x&sortBy=random'])
      await agent.get(`/collections/${_id}?limit=4${query}`).expect(400);
  });
});

describe('a shared collection', () => {
  it('is read by everyone who has its address, until sharing ends [B14-5]', async () => {
    const { agent, id, saved } = await reader(2);
    const { _id } = await create(agent, 'For you');
    await change(agent, _id, saved[0]!).expect(200);
    const shareId = (await share(agent, _id))!;
    expect(shareId).toMatch(/^[\w-]{22}$/);
    expect(await share(agent, _id)).toBe(shareId);
    for (const each of [scene.app.agent(), scene.ben.agent, agent]) {
      const { body } = await each.get(`/collections/${shareId}`).expect(200);
      expect(body.collection).toMatchObject({ name: 'For you', posts: 1 });
      expect(body.owner._id).toBe(id);
      expect(body.data.map((post: Post) => post._id)).toEqual([saved[0]]);
      expect(body.data[0].isBookmarked).toBe(each === agent);
    }
    expect(await share(agent, _id, false)).toBeNull();
    await scene.app.agent().get(`/collections/${shareId}`).expect(404);
    expect(await share(agent, _id)).not.toBe(shareId);
    await scene.app.agent().get(`/collections/${shareId}`).expect(404);
  });

  it('has a link preview until sharing ends [B14-5]', async () => {
    const { agent, saved } = await reader(2);
    const { _id } = await create(agent, 'For you');
    await change(agent, _id, saved[0]!).expect(200);
    const address = `/c/${await share(agent, _id)}`;
    const preview = async () =>
      (await scene.app.agent().get('/link-preview').query({ address }).expect(200)).body.data as
        | object
        | null;
    expect(await preview()).toMatchObject({
      title: 'For you',
      description: expect.stringMatching(/^1 post, collected by /),
    });
    await share(agent, _id, false);
    expect(await preview()).toBeNull();
  });

  it('takes no changes at its address, and guesses find nothing [B14-5]', async () => {
    const { agent } = await reader();
    const { _id } = await create(agent);
    const shareId = (await share(agent, _id))!;
    await agent.patch(`/collections/${shareId}`).send({ name: 'x' }).expect(400);
    await agent.delete(`/collections/${shareId}`).expect(400);
    await scene.app
      .agent()
      .get(`/collections/${'x'.repeat(22)}`)
      .expect(404);
    await scene.app.agent().get('/collections/short').expect(400);
  });

  it('is hidden from those whom its owner blocks, and with a suspended or deleted owner [B14-6]', async () => {
    const owner = await reader(1);
    const { _id } = await create(owner.agent);
    const shareId = (await share(owner.agent, _id))!;
    const blocked = await reader();
    await blocked.agent.get(`/collections/${shareId}`).expect(200);
    const block = { kind: 'block', user: blocked.id, at: scene.app.clock.now().toISOString() };
    await owner.agent
      .post('/people/changes')
      .send({ changes: [block] })
      .expect(200);
    await blocked.agent.get(`/collections/${shareId}`).expect(404);
    await scene.app.agent().get(`/collections/${shareId}`).expect(200);
    await scene.app.ctx.admin.suspend(null, owner.id);
    await scene.app.agent().get(`/collections/${shareId}`).expect(404);
    await scene.app.ctx.models.User.deleteOne({ _id: new Types.ObjectId(owner.id) });
    await scene.app.agent().get(`/collections/${shareId}`).expect(404);
  });
});

it('exports the collections of a user with their posts [B14-7]', async () => {
  const { agent, saved } = await reader(1);
  const { _id } = await create(agent, 'Mine');
  await change(agent, _id, saved[0]!).expect(200);
  const lists = JSON.parse((await agent.get('/auth/export')).text) as Record<string, object[]>;
  expect(lists['collections']).toMatchObject([{ _id, name: 'Mine' }]);
  expect(lists['interactions']).toMatchObject([{ post: saved[0], collections: [_id] }]);
});
