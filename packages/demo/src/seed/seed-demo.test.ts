import { randomBytes } from 'node:crypto';
import { mongo, type Connection } from 'mongoose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createConnection, openConnection, prepareDatabase } from '@social-feed/api/seeding';
import { createTestApp, testConfig } from '@social-feed/api/testing/test-app';
import { postAt } from '../data/index.js';
import { demoCollections, demoModels, listDemoModels, type DemoCollections } from './demo-collections.js';
import { personId, personRecords, postBundle } from './demo-records.js';
import { seedDemo, type SeedEnvironment, type SeedRequest } from './seed-demo.js';

const ORIGIN = 'http://localhost:4000';

describe('seed command', () => {
  let connection: Connection;
  let collections: DemoCollections;
  let printed: string;
  const first: SeedRequest = { posts: 40, onlyIfEmpty: true, reactions: true };

  const environment = (overrides: Partial<SeedEnvironment> = {}): SeedEnvironment => ({
    mediaOrigin: ORIGIN,
    hashPasswords: () =>
      Promise.resolve({ demo: 'hash of the demo password', others: 'hash of no password' }),
    output: { write: (text) => (printed += text) },
    clock: () => 0,
    ...overrides,
  });

  const everything = async () => ({
    posts: await collections.posts.find({}, { sort: { _id: 1 } }).toArray(),
    interactions: await collections.interactions.find({}, { sort: { _id: 1 } }).toArray(),
    comments: await collections.comments.find({}, { sort: { _id: 1 } }).toArray(),
    commentLikes: await collections.commentLikes.find({}, { sort: { _id: 1 } }).toArray(),
    users: await collections.users.find({}, { sort: { _id: 1 } }).toArray(),
    boards: await collections.boards.find({}, { sort: { _id: 1 } }).toArray(),
    relationships: await collections.relationships.find({}, { sort: { _id: 1 } }).toArray(),
  });

  /** Removes all documents; the indexes stay. */
  const empty = async () => {
    const found = await connection.db!.collections();
    await Promise.all(found.map((one) => one.deleteMany({})));
  };

  beforeAll(async () => {
    connection = createConnection();
    const config = testConfig(
      { mongo: { dbName: `test_${randomBytes(8).toString('hex')}` } },
      inject('mongoUri'),
    );
    await openConnection(connection, config.mongo);
    const models = demoModels(connection);
    await prepareDatabase(connection, listDemoModels(models));
    collections = demoCollections(models);
  });

  beforeEach(() => {
    printed = '';
  });
  afterEach(empty);
  afterAll(async () => {
    await connection.dropDatabase();
    await connection.close();
  });

  it('writes users, boards and posts with their related documents', async () => {
    expect(await seedDemo(collections, first, environment())).toBe(40);
    const { posts, users, boards } = await everything();
    expect(posts).toHaveLength(40);
    expect(users).toHaveLength(60);
    expect(boards.map((board) => String(board.user)).toSorted()).toEqual(
      users.map((user) => String(user._id)).toSorted(),
    );
    const demo = users.find((user) => user.userName === 'demo');
    expect(demo?.passwordHash).toBe('hash of the demo password');
    expect(users.filter((user) => user.passwordHash === 'hash of no password')).toHaveLength(59);
    expect(new Set(posts.flatMap((post) => post.feedKeys)).size).toBe(40);
    for (const { url } of posts.flatMap((post) => post.media))
      expect(url).toMatch(/^http:\/\/localhost:4000\/demo-media\//);
    expect(printed).toContain('40 of 40');
  });

  it('notifies the demo account of followers, likes and comments, and leaves the latest three unread [B5-27]', async () => {
    await seedDemo(collections, { ...first, posts: 100 }, environment());
    const { posts, interactions, comments, relationships } = await everything();
    const recipient = personId(0);
    const told = await collections.notifications.find({}, { sort: { at: -1, _id: -1 } }).toArray();
    const peopleOf = (kind: string) =>
      told
        .filter((one) => one.kind === kind)
        .flatMap(({ entries }) => entries.map(({ user }) => String(user)))
        .toSorted();
    const byOthers = (list: readonly { user: typeof recipient }[]) =>
      list
        .filter(({ user }) => !user.equals(recipient))
        .map(({ user }) => String(user))
        .toSorted();
    const isOwn = (id: typeof recipient) =>
      posts.some(({ _id, user }) => _id.equals(id) && user.equals(recipient));

    expect(told.every((one) => one.recipient.equals(recipient))).toBe(true);
    expect(peopleOf('follow')).toEqual(
      byOthers(relationships.filter(({ person }) => person.equals(recipient))),
    );
    expect(peopleOf('like')).toEqual(
      byOthers(interactions.filter(({ liked, post }) => liked && isOwn(post))),
    );
    expect(peopleOf('comment')).toEqual(
      byOthers(comments.filter(({ parent, post }) => parent === undefined && isOwn(post))),
    );
    expect(peopleOf('like').length).toBeGreaterThan(0);
    expect(told.map(({ isUnread }) => isUnread)).toEqual(told.map((_one, index) => index < 3));
  });

  it('shows the same figures on boards immediately as after the API has counted', async () => {
    await seedDemo(collections, { ...first, posts: 100 }, environment());
    const app = await createTestApp({ dbName: connection.name });
    const figures = async () => {
      const people = [0, 1, 2, 7, 30].map((index) => String(personId(index)));
      const paths = people.flatMap((id) => [`/boards/user/${id}`, `/posts/analytics/user/${id}`]);
      const answers = paths.map(async (path) => (await app.agent().get(path).expect(200)).body as unknown);
      const boards = collections.boards.find({}, { projection: { totals: 1, days: 1 }, sort: { _id: 1 } });
      return { answers: await Promise.all(answers), boards: await boards.toArray() };
    };
    const before = await figures();
    await app.ctx.boards.totals.run();
    await app.ctx.outbox.catchUp();
    expect(await figures()).toEqual(before);
    expect(before.boards.reduce((sum, { totals }) => sum + (totals?.posts ?? 0), 0)).toBe(100);
    await app.close();
  });

  it('sets every counter to the number of its documents [B2-18 B6-11]', async () => {
    await seedDemo(collections, first, environment());
    const { posts, interactions, comments, commentLikes, boards, relationships } = await everything();
    expect(interactions.length).toBeGreaterThan(40);
    expect(relationships.length).toBeGreaterThan(180);
    for (const board of boards) {
      expect({ followers: board.followers, following: board.following }).toEqual({
        followers: relationships.filter(({ person }) => person.equals(board.user)).length,
        following: relationships.filter(({ user }) => user.equals(board.user)).length,
      });
    }
    for (const post of posts) {
      const own = interactions.filter((one) => one.post.equals(post._id));
      const counted = (flag: 'viewed' | 'liked' | 'disliked' | 'shared' | 'saved') =>
        own.filter((one) => one[flag]).length;
      expect({
        views: post.views,
        likes: post.likes,
        dislikes: post.dislikes,
        shares: post.shares,
        saves: post.saves,
        comments: post.commentsCount,
      }).toEqual({
        views: counted('viewed'),
        likes: counted('liked'),
        dislikes: counted('disliked'),
        shares: counted('shared'),
        saves: counted('saved'),
        comments: comments.filter((comment) => comment.post.equals(post._id)).length,
      });
      expect(own.some((one) => one.user.equals(post.user))).toBe(false);
    }
    for (const comment of comments) {
      expect(comment.likes).toBe(commentLikes.filter((like) => like.comment.equals(comment._id)).length);
      const replies = comments.filter(({ parent }) => parent?.equals(comment._id));
      expect(comment.replies ?? 0).toBe(replies.length);
      expect(comment.parent === undefined).toBe(comment.rank !== undefined);
    }
    const replies = comments.filter(({ parent }) => parent !== undefined);
    expect(replies.length).toBeGreaterThan(5);
    for (const { parent, post, createdAt } of replies) {
      const root = comments.find(({ _id }) => _id.equals(parent));
      expect(root?.parent).toBeUndefined();
      expect(root?.post).toEqual(post);
      expect(root!.createdAt.getTime()).toBeLessThanOrEqual(createdAt.getTime());
    }
  });

  it('covers only posts with a warning or a sensitive flag [B7-20]', () => {
    const options = { people: 60, total: 2_000 };
    const demo = { set: 0, options, mediaOrigin: ORIGIN, reactions: false };
    for (let index = 400; index < 450; index += 1) {
      const { contentWarning, sensitive } = postAt(index, options);
      const { post } = postBundle(demo, index);
      expect([post.contentWarning ?? '', post.sensitive ?? false]).toEqual([contentWarning, sensitive]);
    }
    expect(postAt(428, options)).toMatchObject({ contentWarning: 'Heights', sensitive: true });
  });

  it('gives posts with words the language of their author, and pictures alone none [B13-3]', () => {
    const options = { people: 60, total: 2_000 };
    const demo = { set: 0, options, mediaOrigin: ORIGIN, reactions: false };
    for (let index = 400; index < 450; index += 1) {
      const { language, title, description } = postAt(index, options);
      const { post } = postBundle(demo, index);
      expect(post.language).toBe(title === undefined && description === undefined ? null : language);
    }
  });

  it('writes nothing on a second start or if users exist', async () => {
    await seedDemo(collections, first, environment());
    expect(await seedDemo(collections, first, environment())).toBe(0);
    expect(await collections.posts.countDocuments({})).toBe(40);

    await collections.sets.deleteMany({});
    await collections.posts.deleteMany({});
    expect(await seedDemo(collections, first, environment())).toBe(0);
    expect(await collections.posts.countDocuments({})).toBe(0);
  });

  it('gives the same result if interrupted between batches or within one', async () => {
    const request = { ...first, posts: 120 };
    const batch = 50;
    await seedDemo(collections, request, environment({ batch }));
    const whole = await everything();
    const withoutKeys = (state: typeof whole) => ({
      ...state,
      // Names of changes, which differ between runs.
      posts: state.posts.map(({ feedKeys: _, tagsDue, ...rest }) => ({ ...rest, terms: tagsDue?.terms })),
      boards: state.boards.map(({ applied: _, ...rest }) => rest),
    });
    await empty();

    let asked = 0;
    await seedDemo(collections, request, environment({ batch, stopped: () => (asked += 1) > 3 }));
    expect(await collections.posts.countDocuments({})).toBe(100);
    // State after kill -9: the last batch is partly written and not recorded.
    await collections.sets.updateOne({ _id: 0 }, { $set: { next: 50 } });
    const victim = await collections.posts.findOne({}, { sort: { createdAt: -1 } });
    await collections.posts.deleteOne({ _id: victim!._id });
    await collections.comments.deleteMany({ post: victim!._id });

    await seedDemo(collections, request, environment({ batch }));
    expect(withoutKeys(await everything())).toEqual(withoutKeys(whole));
    expect(printed).toContain('going on from where they stopped');
  });

  it('adds posts to the existing ones if a number is requested', async () => {
    await seedDemo(collections, first, environment());
    const further = { posts: 30, onlyIfEmpty: false, reactions: false };
    expect(await seedDemo(collections, further, environment())).toBe(30);
    expect(await collections.posts.countDocuments({})).toBe(70);
    expect(await collections.users.countDocuments({})).toBe(60);
  });

  it('completes a further interrupted set with the seed command, but not at a start', async () => {
    await seedDemo(collections, first, environment());
    const further = { posts: 60, onlyIfEmpty: false, reactions: false };
    let asked = 0;
    await seedDemo(collections, further, environment({ batch: 50, stopped: () => (asked += 1) > 2 }));
    const posts = await collections.posts.countDocuments({});
    expect(posts).toBeGreaterThan(40);
    expect(posts).toBeLessThan(100);

    expect(await seedDemo(collections, first, environment())).toBe(0);
    expect(await collections.posts.countDocuments({})).toBe(posts);
    await seedDemo(collections, { ...further, posts: 10 }, environment());
    expect(await collections.posts.countDocuments({})).toBe(110);
  });

  it('writes no set if a user has the name of a generated one', async () => {
    const { user } = personRecords(1, { mediaOrigin: ORIGIN, passwordHash: 'theirs' });
    await collections.users.insertOne({ ...user, _id: new mongo.ObjectId() });
    const further = { posts: 30, onlyIfEmpty: false, reactions: false };
    await expect(seedDemo(collections, further, environment())).rejects.toThrow(
      `${user.userName} has the user name or the e-mail address of a generated person, so nothing was written.`,
    );
    expect(await collections.sets.countDocuments({})).toBe(0);
    expect(await collections.boards.countDocuments({})).toBe(0);
    expect(await seedDemo(collections, first, environment())).toBe(0);
  });

  it('leaves the set to another process that already started it', async () => {
    const insertOne = collections.sets.insertOne.bind(collections.sets);
    const racing: DemoCollections = {
      ...collections,
      sets: Object.assign(Object.create(collections.sets) as DemoCollections['sets'], {
        insertOne: async (record: Parameters<typeof insertOne>[0]) => {
          await insertOne(record);
          return insertOne(record);
        },
      }),
    };
    expect(await seedDemo(racing, first, environment())).toBe(0);
    expect(printed).toContain('Another process is writing demo data');
  });

  it('updates media URLs when the API’s origin changes', async () => {
    await seedDemo(collections, first, environment());
    const foreign = await collections.posts.findOne({ media: { $ne: [] } });
    await collections.posts.updateOne(
      { _id: foreign!._id },
      {
        $set: {
          media: [...foreign!.media, { ...foreign!.media[0]!, url: 'https://example.org/picture.webp' }],
        },
      },
    );
    await seedDemo(collections, first, environment({ mediaOrigin: 'http://localhost:4100' }));
    const { posts, users, boards } = await everything();
    const urls = [
      ...posts.flatMap((post) => post.media.flatMap((item) => [item.url, item.poster ?? ''])),
      ...users.map((user) => user.profilepic),
      ...boards.map((board) => board.coverPhoto),
    ].filter((url) => url !== '');
    expect(urls.filter((url) => url.startsWith(ORIGIN))).toEqual([]);
    expect(urls.filter((url) => !url.startsWith('http://localhost:4100/demo-media/'))).toEqual([
      'https://example.org/picture.webp',
    ]);
  });
});
