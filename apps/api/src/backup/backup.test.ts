import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UserAnalytics } from '@social-feed/contracts';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createConnection, openConnection } from '../platform/db/connection.js';
import { findIndexChanges } from '../platform/db/indexes.js';
import { STALE_AFTER } from '../platform/events/stored-event.js';
import { insertPosts, insertUser } from '../testing/content.js';
import { expectExactCounters } from '../testing/counters.js';
import { modelsOf } from '../testing/models.js';
import { createTestApp, testConfig, type Agent, type TestApp } from '../testing/test-app.js';
import { readDocuments, readManifest, writeManifest, type StoredDocument } from './archive.js';
import { BackupRefusal } from './backup-refusal.js';
import { backUp } from './backup.js';
import { restore } from './restore.js';
import { verify } from './verify.js';

const POSTS_BEFORE = 400;
const PAGE = 100;
/** Posts in the feed that are not being deleted. */
const STANDING = { 'feedKeys.0': { $exists: true }, deletedAt: null };

let app: TestApp;
let folder: string;
const opened: Connection[] = [];

/** A new database, dropped at the end. */
async function emptyDatabase(name: string): Promise<Connection> {
  const connection = createConnection();
  await openConnection(connection, { ...testConfig().mongo, dbName: `${app.ctx.connection.name}_${name}` });
  opened.push(connection);
  return connection;
}

beforeAll(async () => {
  app = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'social-feed-backup-'));
});
afterAll(async () => {
  for (const connection of opened) {
    await connection.dropDatabase();
    await connection.close();
  }
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Writes posts, reactions, comments and follows, and deletes some, until stopped.
 * @returns the number of writes
 */
async function useTheApp(
  agent: Agent,
  posts: readonly string[],
  people: readonly string[],
  stopped: () => boolean,
): Promise<number> {
  let writes = 0;
  const write = async (path: string, body: object = {}): Promise<string | undefined> => {
    const answer = await agent.post(path).send(body);
    // this many writes can hit a rate limit
    expect([200, 201, 429]).toContain(answer.status);
    if (answer.status !== 429) writes += 1;
    return answer.body.data?._id as string | undefined;
  };
  for (let turn = 0; !stopped(); turn += 1) {
    const post = posts[turn % posts.length]!;
    const created = await write('/posts', { title: `Post ${turn}`, description: 'While backing up' });
    await write(`/post-interactions/${post}/like`);
    const parent = await write('/comments', { postId: post, body: `Comment ${turn}` });
    if (parent !== undefined) await write('/comments', { postId: post, body: 'A reply', parent });
    await write(`/posts/${post}/bookmark`);
    const kind = turn % 4 < 2 ? 'follow' : 'unfollow';
    const changes = people.map((user) => ({ kind, user, at: new Date().toISOString() }));
    await write('/people/changes', { changes });
    if (turn % 3 === 0 && created !== undefined) await agent.delete(`/posts/${created}`);
  }
  return writes;
}

/** IDs of the posts on all pages of a seed. */
async function readFeed(reader: TestApp, seed: number): Promise<string[]> {
  const ids = [];
  for (let page = 1, more = true; more; page += 1) {
    const answer = await reader.agent().get(`/posts/infinite?seed=${seed}&limit=${PAGE}&page=${page}`);
    expect(answer.status).toBe(200);
    ids.push(...answer.body.data.map(({ _id }: { _id: string }) => _id));
    more = answer.body.hasNextPage;
  }
  return ids;
}

describe('a backup taken during writes', () => {
  it('restores every post once in the feed, with exact counters [B2-8]', async () => {
    const author = await insertUser(app);
    const before = await insertPosts(app, POSTS_BEFORE, author._id);
    const signedUp = await Promise.all(Array.from({ length: 3 }, () => app.signUp()));
    const agents = signedUp.map(({ agent }) => agent);
    const people = signedUp.map(({ user }) => user._id);
    let over = false;
    const writing = Promise.all(
      agents.map((agent) => useTheApp(agent, before.slice(0, 20), people, () => over)),
    );
    writing.catch(() => undefined);
    await expect.poll(() => app.ctx.models.Post.countDocuments({})).toBeGreaterThan(POSTS_BEFORE);
    const manifest = await backUp(app.ctx.connection, join(folder, 'written'), app.clock.now);
    over = true;
    const writes = (await writing).reduce((sum, each) => sum + each, 0);
    expect(writes).toBeGreaterThan(20);

    const names = manifest.collections.map(({ name }) => name);
    for (const [named, by] of [
      ['reportcases', 'reports'],
      ['comments', 'reports'],
      ['posts', 'comments'],
      ['users', 'posts'],
    ] as const) {
      expect(names.indexOf(by), `${by} are read before ${named}`).toBeLessThan(names.indexOf(named));
    }

    const target = await emptyDatabase('restored');
    // as in the command, which compares the indexes of all models
    modelsOf(target);
    await restore(target, join(folder, 'written'));
    expect(await verify(target, manifest)).toEqual([]);

    const restored = await createTestApp({ dbName: target.name });
    const all = manifest.collections.find(({ name }) => name === 'posts')!.documents;
    const first = await readFeed(restored, 11);
    const posts = first.length;
    expect(new Set(first).size).toBe(posts);
    // all except posts in deletion, at most one per writer
    expect(posts).toBe(await target.db!.collection('posts').countDocuments(STANDING));
    expect(all - posts).toBeLessThanOrEqual(agents.length);
    expect(first).toEqual(expect.arrayContaining(before));
    // new posts get new slots
    const { agent } = await restored.signUp();
    const added = [];
    for (let index = 0; index < 5; index += 1) {
      const answer = await agent.post('/posts').send({ title: 'After', description: 'The restore' });
      added.push(answer.body.data._id);
    }
    const second = await readFeed(restored, 12);
    expect(new Set(second)).toEqual(new Set([...first, ...added]));
    expect(second).toHaveLength(posts + 5);
    await restored.close();
  });

  it('preserves all other documents and their types byte for byte', async () => {
    const { Long, Double, Int32 } = mongoose.mongo;
    const odd = app.ctx.connection.db!.collection('oddities');
    await odd.insertOne({
      long: Long.fromNumber(5),
      double: new Double(5),
      int: new Int32(5),
      at: new Date(0),
    });
    await backUp(app.ctx.connection, join(folder, 'typed'), app.clock.now);
    const target = await emptyDatabase('typed');
    await restore(target, join(folder, 'typed'));
    for (const name of ['oddities', 'users', 'sessions']) {
      const rawOf = async (connection: Connection) =>
        (
          await connection
            .db!.collection(name)
            .find({}, { raw: true, sort: { _id: 1 } })
            .toArray()
        ).map((bytes) => Buffer.from(bytes as unknown as Uint8Array).toString('hex'));
      expect((await rawOf(target)).length).toBeGreaterThan(0);
      expect(await rawOf(target)).toEqual(await rawOf(app.ctx.connection));
    }
  });
});

describe('totals and metrics of a profile', () => {
  it('are exact after a restore, even with a wrong counter or with posts not yet added to the totals', async () => {
    const { agent, user } = await app.signUp();
    const posts: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      const { body } = await agent.post('/posts').send({ title: 'Mine', description: 'Counted' });
      posts.push(body.data._id);
    }
    const reader = await app.signUp();
    const like = (index: number) => reader.agent.post(`/post-interactions/${posts[index]}/like`);
    await like(0);
    await app.ctx.boards.totals.run();
    await like(1);
    // A post that is handed over but not removed, as when the backup reads it in between.
    const { totals } = app.ctx.posts;
    expect(await totals.addEvents(await totals.due())).not.toEqual([]);
    const { Post } = app.ctx.models;
    await Post.collection.updateOne({ _id: new mongoose.Types.ObjectId(posts[2]) }, { $inc: { likes: 5 } });

    await backUp(app.ctx.connection, join(folder, 'totals'), app.clock.now);
    const target = await emptyDatabase('totals');
    await restore(target, join(folder, 'totals'));
    const restored = await createTestApp({ dbName: target.name });
    const figures = async () =>
      (await restored.agent().get(`/posts/analytics/user/${user._id}`)).body.data as UserAnalytics;
    const exact = { totalPosts: 3, totalLikes: 2 };
    expect(await figures()).toMatchObject(exact);
    await restored.ctx.boards.totals.run();
    const { chartData, ...rest } = await figures();
    expect(rest).toMatchObject(exact);
    expect(chartData.at(-1)).toMatchObject({ likes: 2 });
    await restored.close();
  });
});

describe('a comment in deletion', () => {
  it('is removed with its text after a restore, and counted until then', async () => {
    const author = await insertUser(app);
    const [post] = await insertPosts(app, 1, author._id);
    const { service } = app.ctx.comments;
    const root = await service.create(author.viewer, post!, 'Stays');
    const made = await service.create(author.viewer, post!, 'Gone soon', root._id);
    const { Comment } = app.ctx.models;
    const dying = vi.spyOn(Comment.collection, 'findOneAndUpdate').mockRejectedValueOnce(new Error('killed'));
    await expect(service.remove(author.viewer, made._id)).rejects.toThrow('killed');
    dying.mockRestore();
    const manifest = await backUp(app.ctx.connection, join(folder, 'deleting'), app.clock.now);
    const target = await emptyDatabase('deleting');
    await restore(target, join(folder, 'deleting'));
    expect(await verify(target, manifest)).toEqual([]);

    app.clock.advance(STALE_AFTER + 1000);
    const restored = await createTestApp({ dbName: target.name, clock: app.clock });
    for (let round = 0; round < 2; round += 1) await restored.ctx.outbox.catchUp();
    const { models } = restored.ctx;
    expect(await models.Comment.countDocuments({ body: 'Gone soon' })).toBe(0);
    expect((await models.Comment.findById(root._id).lean())?.replies).toBe(0);
    expect((await expectExactCounters(restored, post!)).commentsCount).toBe(1);
    await restored.close();
  });
});

describe('restoring', () => {
  it('rejects a database that is not empty, a folder without a complete backup, and a truncated file', async () => {
    const backup = join(folder, 'refused');
    await backUp(app.ctx.connection, backup, app.clock.now);
    await expect(backUp(app.ctx.connection, backup, app.clock.now)).rejects.toThrow('is not empty');
    await expect(restore(app.ctx.connection, backup)).rejects.toThrow(
      /^The database \S+ is not empty: it has /,
    );
    await expect(restore(await emptyDatabase('none'), folder)).rejects.toThrow(
      `There is no whole backup in ${folder}.`,
    );
    const unreadable = join(folder, 'unreadable');
    await mkdir(join(unreadable, 'manifest.json'), { recursive: true });
    await expect(restore(await emptyDatabase('none'), unreadable)).rejects.toThrow(
      `The backup in ${unreadable} cannot be read: EISDIR`,
    );
    const file = join(backup, 'users.bson.gz');
    const whole = await readFile(file);
    await writeFile(file, whole.subarray(0, whole.length - 20));
    await expect(restore(await emptyDatabase('cut'), backup)).rejects.toThrow(BackupRefusal);
  });

  it.each([
    ['no JSON', () => '{"format": 1,'],
    ['another value', () => '17'],
    ['no collections', (text: string) => text.replace('"collections"', '"sections"')],
    ['a collection without a name', (text: string) => text.replace('"name": "users"', '"label": "users"')],
    ['a name that is a path', (text: string) => text.replace('"name": "users"', '"name": "../users"')],
    ['a count that is none', (text: string) => text.replace(/"documents": \{[^}]*\}/, '"documents": "many"')],
    ['an index without keys', (text: string) => text.replace('"key": {', '"keys": {')],
    ['no time', (text: string) => text.replace(/"startedAt": \{[^}]*\}\s*\}/, '"startedAt": "today"')],
  ])('rejects a manifest with %s with a clear message, and writes nothing', async (_case, damage) => {
    const backup = await mkdtemp(join(folder, 'damaged-'));
    await cp(join(folder, 'written'), backup, { recursive: true });
    const file = join(backup, 'manifest.json');
    const damaged = damage(await readFile(file, 'utf8'));
    expect(damaged).not.toBe(await readFile(file, 'utf8'));
    await writeFile(file, damaged);
    const target = await emptyDatabase('damaged');
    const failure = await restore(target, backup).catch((error: unknown) => error as Error);
    expect(failure).toBeInstanceOf(BackupRefusal);
    expect((failure as Error).message).toMatch(/manifest\.json is damaged.*: take another backup\.$/);
    expect(await target.db!.listCollections().toArray()).toEqual([]);
  });

  it('rejects a backup of a newer version, and writes nothing', async () => {
    const migrations = app.ctx.connection.db!.collection<{ _id: string }>('migrations');
    await migrations.insertOne({ _id: '9999-later' });
    await backUp(app.ctx.connection, join(folder, 'newer'), app.clock.now);
    await migrations.deleteOne({ _id: '9999-later' });
    const target = await emptyDatabase('newer');
    await expect(restore(target, join(folder, 'newer'))).rejects.toThrow(
      /is of a newer version of Social Feed \(9999-later\): restore it with that version/,
    );
    expect(await target.db!.listCollections().toArray()).toEqual([]);
  });

  it.each([
    ['other keys', (index: StoredDocument) => ({ ...index, key: { email: 1, fullName: 1 } })],
    ['no uniqueness', ({ unique: _unique, ...index }: StoredDocument) => index],
  ])('reports an index with %s, which the next start replaces', async (_case, spoil) => {
    const backup = await mkdtemp(join(folder, 'other-index-'));
    await cp(join(folder, 'written'), backup, { recursive: true });
    const whole = await readManifest(backup);
    const spoilt = whole.collections.map((each) => ({
      ...each,
      indexes: each.indexes.map((index) =>
        each.name === 'users' && index['name'] === 'email_1' ? spoil(index) : index,
      ),
    }));
    await writeManifest(backup, { ...whole, collections: spoilt });
    const target = await emptyDatabase(`other_${opened.length}`);
    modelsOf(target);
    const { manifest } = await restore(target, backup);
    expect((await verify(target, manifest)).join('\n')).toContain(
      'an index that is not as this version declares it: users.email',
    );
    expect((await verify(target, whole)).join('\n')).toContain(
      '1 × an index with other keys or options: users.email_1',
    );
    const restored = await createTestApp({ dbName: target.name });
    expect(await findIndexChanges(restored.ctx.allModels)).toEqual([]);
    await restored.close();
  });

  it('does not report expired documents that the database deleted', async () => {
    const target = await emptyDatabase('expired');
    const { manifest } = await restore(target, join(folder, 'written'));
    expect((await target.db!.collection('sessions').deleteMany({})).deletedCount).toBeGreaterThan(0);
    expect(await verify(target, manifest)).toEqual([]);
    await target.db!.collection('sessions').insertMany(Array.from({ length: 50 }, () => ({})));
    expect(await verify(target, manifest)).toEqual([
      expect.stringContaining('not all documents: sessions has 50'),
    ]);
  });

  it('reads documents in batches', async () => {
    const sizes = [];
    for await (const batch of readDocuments(join(folder, 'written'), 'posts', { batchSize: 150 }))
      sizes.push(batch.length);
    expect(sizes.slice(0, 2)).toEqual([150, 150]);
    expect(Math.max(...sizes)).toBe(150);
  });

  it('reports wrong documents, slots, counters and indexes, and repairs slots and counters', async () => {
    const target = await emptyDatabase('spoilt');
    const { manifest } = await restore(target, join(folder, 'written'));
    const posts = target.db!.collection('posts');
    const [one, two] = await posts
      .find({ 'feedKeys.0': { $exists: true } })
      .limit(2)
      .toArray();
    await posts.updateOne({ _id: one!._id }, { $set: { feedKeys: two!['feedKeys'] }, $inc: { likes: 1 } });
    await target.db!.collection('users').deleteOne({});
    await target.db!.collection('boards').updateOne({}, { $inc: { followers: 1 } });
    await posts.dropIndex('feedKeys_1');
    const problems = (await verify(target, manifest)).join('\n');
    expect(problems).toContain('1 × not all documents: users has ');
    expect(problems).toContain('1 × a missing index: posts.feedKeys_1');
    expect(problems).toContain('1 × a post in the slot of another: ');
    expect(problems).toContain(`1 × a post with wrong counters: ${String(one!._id)}`);
    expect(problems).toContain('1 × a board with wrong follows or bookmarks: ');

    // a backup of such a database restores to a correct one
    const again = await backUp(target, join(folder, 'spoilt'), app.clock.now);
    const sound = await emptyDatabase('sound');
    expect((await restore(sound, join(folder, 'spoilt'))).corrected).toBe(2);
    expect(await verify(sound, again)).toEqual([]);
  });
});
