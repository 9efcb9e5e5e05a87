import fc from 'fast-check';
import { Types } from 'mongoose';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { STALE_AFTER } from '../../platform/events/stored-event.js';
import { tagsMigration } from '../../migrations/0012-tags.js';
import { insertPosts } from '../../testing/content.js';
import { appScene } from '../../testing/scene.js';
import type { Agent } from '../../testing/test-app.js';

const scene = appScene();
afterEach(() => vi.restoreAllMocks());

const WORDS = ['seaside', 'sea', 'Séance', 'seal', 'moon'];
const TERMS = ['seaside', 'sea', 'seance', 'seal', 'moon'];

let agent: Agent;
let user: Types.ObjectId;
const viewer = () => ({ id: user.toHexString(), userName: '', isAdmin: false, sessionId: '' });
beforeAll(async () => {
  const signedUp = await scene.app.signUp();
  agent = signedUp.agent;
  user = new Types.ObjectId(signedUp.user._id);
});

const context = () => scene.app.ctx;
const posts = () => context().models.Post.collection;
const write = async (tags: string[]) =>
  (await context().posts.service.create(viewer(), { title: 'A post', tags }))._id;

/** The numbers that answers have, by term. */
async function answered() {
  const visitor = scene.app.agent();
  const { body } = await visitor.get('/search/tags?q=se&limit=100').expect(200);
  const found = new Map(
    (body.data as { tag: string; posts: number }[]).map((each) => [each.tag, each.posts]),
  );
  const lists = await Promise.all(
    TERMS.map(async (tag) => (await visitor.get('/posts').query({ tag, sortBy: 'createdAt' })).body),
  );
  return {
    tags: [found.get('seaside'), found.get('sea'), found.get('séance'), found.get('seal')].map(
      (number) => number ?? 0,
    ),
    lists: lists.map(({ pagination }) => pagination.totalPosts as number),
  };
}

/** The numbers of posts, by term. */
async function there() {
  const numbers = await Promise.all(
    TERMS.map((tagKeys) => posts().countDocuments({ hidden: false, tagKeys })),
  );
  return { tags: numbers.slice(0, 4), lists: numbers };
}

const ACTS = {
  write: async (ids: string[], place: number) => {
    await context().models.User.updateOne({ _id: user }, { $unset: { suspendedAt: 1 } });
    ids.push(await write([WORDS[place % 5]!, WORDS[(place + 2) % 5]!]));
  },
  edit: async (ids: string[], place: number) => {
    const id = ids[place % Math.max(1, ids.length)];
    if (id === undefined) return;
    await context().posts.service.update(viewer(), id, { tags: [WORDS[(place + 1) % 5]!] });
  },
  mention: async (ids: string[], place: number) => {
    const id = ids[place % Math.max(1, ids.length)];
    if (id === undefined) return;
    await context().posts.service.update(viewer(), id, { description: `On #${WORDS[place % 5]}` });
  },
  remove: async (ids: string[], place: number) => {
    const [id] = ids.splice(place % Math.max(1, ids.length), 1);
    if (id !== undefined) await context().posts.removals.remove(viewer(), id);
  },
  hide: () => context().posts.positions.hide(user),
  show: () => context().posts.positions.show(user),
  count: () => context().posts.tags.run(),
} satisfies Record<string, (ids: string[], place: number) => Promise<unknown>>;

describe('the numbers of posts of tags', () => {
  it('are those of the posts after any sequence of acts', async () => {
    const acts = fc.array(
      fc.tuple(fc.constantFrom(...(Object.keys(ACTS) as (keyof typeof ACTS)[])), fc.nat(9)),
      { minLength: 6, maxLength: 14 },
    );
    await fc.assert(
      fc.asyncProperty(acts, async (sequence) => {
        await context().posts.deleteOf(user, new AbortController().signal);
        await context().posts.tags.run();
        const ids: string[] = [];
        for (const [act, place] of sequence) {
          await ACTS[act](ids, place);
          expect(await answered()).toEqual(await there());
        }
      }),
      { numRuns: 8 },
    );
  });

  it('are counted among posts while many wait, and stay right after', async () => {
    const ids = await insertPosts(scene.app, 60, user);
    await posts().updateMany({ _id: { $in: ids.map((id) => new Types.ObjectId(id)) } }, [
      {
        $set: {
          tagKeys: ['seaside'],
          tags: ['seaside'],
          tagsDue: { op: new Types.ObjectId(), terms: ['seaside'] },
        },
      },
    ]);
    expect(await answered()).toEqual(await there());
    await context().posts.tags.run();
    expect(await answered()).toEqual(await there());
    expect((await answered()).lists[0]).toBeGreaterThanOrEqual(60);
    const counting = vi.spyOn(posts(), 'aggregate');
    await scene.app.agent().get('/search/tags?q=se').expect(200);
    expect(counting).not.toHaveBeenCalled();
  });

  it('are counted once for all posts that wait, however many', async () => {
    const ids = await insertPosts(scene.app, 1200, user);
    const mark = { tagsDue: { op: new Types.ObjectId(), terms: ['seal'] } };
    const those = { _id: { $in: ids.map((id) => new Types.ObjectId(id)) } };
    await posts().updateMany(those, { $set: { tagKeys: ['seal'], tags: ['seal'], ...mark } });
    const counting = vi.spyOn(posts(), 'countDocuments');
    await context().posts.tags.run();
    expect(counting).toHaveBeenCalledTimes(1);
    counting.mockRestore();
    expect(await answered()).toEqual(await there());
  });

  it('of posts that were counted before a run was stopped are not counted again', async () => {
    const ids = await insertPosts(scene.app, 600, user);
    const updates = ids.map((id, index) => {
      const terms = [`one${index}`];
      const fields = { tagKeys: terms, tags: terms, tagsDue: { op: new Types.ObjectId(), terms } };
      return { updateOne: { filter: { _id: new Types.ObjectId(id) }, update: { $set: fields } } };
    });
    await posts().bulkWrite(updates);
    const counting = vi.spyOn(posts(), 'countDocuments');
    const stopping = new AbortController();
    vi.spyOn(stopping.signal, 'throwIfAborted').mockImplementation(() => {
      if (counting.mock.calls.length === 550) throw new Error('stopped');
    });
    await expect(context().posts.tags.run(stopping.signal)).rejects.toThrow('stopped');
    vi.restoreAllMocks();
    expect(await posts().countDocuments({ tagsDue: { $exists: true } })).toBe(100);
  });

  it('are counted again if the process was killed before it stored them, or before it noted that', async () => {
    await write(['seal']);
    vi.spyOn(context().models.Tag.collection, 'findOne').mockRejectedValueOnce(new Error('killed'));
    await expect(context().posts.tags.run()).rejects.toThrow('killed');
    expect(await answered()).toEqual(await there());
    vi.spyOn(posts(), 'bulkWrite').mockRejectedValueOnce(new Error('killed'));
    await expect(context().posts.tags.run()).rejects.toThrow('killed');
    expect(await answered()).toEqual(await there());
    await context().posts.tags.run();
    expect(await answered()).toEqual(await there());
    expect(await posts().countDocuments({ tagsDue: { $exists: true } })).toBe(0);
  });

  it('include a change that is written while they are counted', async () => {
    const id = await write(['seal', 'moon']);
    const { collection } = context().models.Tag;
    const find = collection.findOne.bind(collection) as (...args: unknown[]) => Promise<unknown>;
    vi.spyOn(collection, 'findOne').mockImplementationOnce(async (...args: unknown[]) => {
      const found = await find(...args);
      await context().posts.service.update(viewer(), id, { tags: ['sea'] });
      // another process
      await context().posts.tags.run();
      return found;
    });
    await context().posts.tags.run();
    expect(await answered()).toEqual(await there());
    await context().posts.tags.run();
    expect(await answered()).toEqual(await there());
  });

  it('no longer have a deleted post, which stays until its tags are counted', async () => {
    const id = await write(['seaside']);
    await context().posts.tags.run();
    await context().posts.removals.remove(viewer(), id);
    await scene.app.agent().get(`/posts/${id}`).expect(404);
    expect(await answered()).toEqual(await there());
    await context().posts.tags.run();
    scene.app.clock.advance(STALE_AFTER + 1000);
    await context().outbox.catchUp();
    expect(await posts().countDocuments({ _id: new Types.ObjectId(id) })).toBe(0);
    expect(await answered()).toEqual(await there());
  });

  it('leave out posts of those who block the reader', async () => {
    await write(['seal']);
    await context().posts.tags.run();
    const reader = await scene.app.signUp();
    const total = async () =>
      (await reader.agent.get('/posts?tag=seal&sortBy=createdAt').expect(200)).body.pagination.totalPosts;
    expect(await total()).toBeGreaterThan(0);
    const changes = [{ kind: 'block', user: reader.user._id, at: scene.app.clock.now().toISOString() }];
    await agent.post('/people/changes').send({ changes }).expect(200);
    expect(await total()).toBe(0);
  });

  it('are counted after the migration, also when it ran twice', async () => {
    await write(['Seal', 'moon']);
    await context().posts.tags.run();
    await context().models.Tag.collection.deleteMany({});
    for (let run = 0; run < 2; run += 1) {
      await tagsMigration.up(context().connection.db!, new AbortController().signal, () => undefined);
      expect(await answered()).toEqual(await there());
    }
    await context().posts.tags.run();
    expect(await answered()).toEqual(await there());
    expect(await context().models.Tag.countDocuments()).toBeGreaterThan(0);
  });
});
