import { createHmac } from 'node:crypto';
import * as contracts from '@social-feed/contracts';
import fc from 'fast-check';
import { Types } from 'mongoose';
import { beforeAll, expect, it } from 'vitest';
import type { RateLimit } from './platform/http/rate-limit.js';
import { DAY, HOUR, later, MINUTE } from './platform/time.js';
import { softPasskey } from './testing/authenticator.js';
import { insertPosts } from './testing/content.js';
import type { Caller, Kept, Limited } from './testing/limited.js';
import { PASSWORD } from './testing/browsers.js';
import { COUNTS, limitsOfContracts, OTHER_LIMITS } from './testing/known-limits.js';
import { signUpModerator, type SignedUp } from './testing/people.js';
import { runs } from './testing/runs.js';
import { appScene } from './testing/scene.js';
import type { Agent, TestApp } from './testing/test-app.js';
import { smallPng, upload } from './testing/uploads.js';

const {
  API_TOKEN_LIMITS,
  COLLECTION_LIMITS,
  DRAFT_LIMITS,
  FACTOR_LIMITS,
  PEOPLE_LIMITS,
  REGISTRATION_LIMITS,
  REPORT_LIMITS,
} = contracts;

const scene = appScene();
/** With the limits of calls that hosts have. */
const strict = appScene({ config: { accountLimitFactor: 1 } });
let moderator: SignedUp;
beforeAll(async () => {
  moderator = await signUpModerator(scene.app);
});

/** A new account, with others and posts that calls can be about. */
async function callerOf(app: TestApp): Promise<Caller> {
  const [{ agent, user }, author] = [await app.signUp(), await app.signUp()];
  const others = await Promise.all(
    Array.from({ length: ALL_CALLS }, async () => (await app.signUp()).user._id),
  );
  const posts = await insertPosts(app, ALL_CALLS, new Types.ObjectId(author.user._id));
  return {
    agent,
    user: new Types.ObjectId(user._id),
    others,
    posts: posts.map((id) => new Types.ObjectId(id)),
  };
}

/** Calls at once at most, and how many of them find room at most. */
const CALLS = 6;
const ROOM = 3;
/** All calls of a run: those at once, then one after another until one is refused. */
const ALL_CALLS = CALLS + ROOM + 1;
const RUNS = runs(1, 8);

const records = (name: string, app = scene.app) => app.ctx.connection.db!.collection(name);
const kept = ({ most, collection, counted, record, act }: Kept): Limited => ({
  act,
  left: async ({ user }) => most - (await records(collection).countDocuments(counted(user))),
  async fill({ user }, room) {
    await records(collection).deleteMany(counted(user));
    const now = scene.app.clock.now();
    const others = Array.from({ length: most - room }, (_, index) => record(user, index, now));
    await records(collection).insertMany(others);
    if (collection !== 'relationships') return;
    const following = await records(collection).countDocuments({ user, following: true });
    await records('boards').updateOne({ user }, { $set: { following } });
  },
});

const throttles = () => records('throttles', strict.app);
/** The uses of a limit in this window. */
const usesOf = ({ name, window }: RateLimit, user: Types.ObjectId) => {
  const now = strict.app.clock.now();
  const { throttle } = strict.app.ctx.config.secrets;
  const of = createHmac('sha256', throttle).update(user.toHexString()).digest('base64url');
  const _id = `${name}:${of}:${Math.floor(now.getTime() / window)}` as never;
  return {
    read: async () => Number((await throttles().findOne({ _id }))?.['count'] ?? 0),
    set: (count: number) =>
      throttles().updateOne({ _id }, { $set: { count, expiresAt: later(now, window) } }, { upsert: true }),
  };
};
const isAllowed = async (answer: PromiseLike<{ status: number }>) => {
  const { status } = await answer;
  expect([200, 201, 429]).toContain(status);
  return status !== 429;
};

/** A limit of calls in a window: that of a new account. Wider limits of the same calls are left out. */
const perWindow = (
  limit: RateLimit,
  act: (caller: Caller, index: number) => Promise<boolean>,
  wider: readonly RateLimit[] = [],
): Limited => ({
  app: () => strict.app,
  act,
  async fill({ user }, room) {
    await usesOf(limit, user).set(limit.limit - room);
    for (const other of wider) await usesOf(other, user).set(0);
  },
});

/** A limit whose calls each process counts itself, and of which it stores one use for so many. */
const perMany = (
  limit: RateLimit & { every: number },
  act: (caller: Caller, index: number) => Promise<boolean>,
): Limited => ({
  app: () => strict.app,
  ahead: true,
  act,
  async fill(caller, room) {
    const uses = usesOf(limit, caller.user);
    await uses.set(0);
    while ((await uses.read()) === 0) await act(caller, 0);
    await uses.set(limit.limit);
    for (let call = 1; call < limit.every - room; call += 1) await act(caller, 0);
  },
});

const created = async (answer: PromiseLike<{ status: number }>) => {
  const { status } = await answer;
  expect([201, 409]).toContain(status);
  return status === 201;
};
const isDone = (call: Promise<unknown>) =>
  call.then(
    () => true,
    (error: unknown) => {
      expect(error).toMatchObject({ code: 'CONFLICT' });
      return false;
    },
  );
const changed = async (agent: Agent, change: object, state: string) => {
  const at = scene.app.clock.now().toISOString();
  const { body } = await agent.post('/people/changes').send({ changes: [{ ...change, at }] });
  return (body.data.results as Record<string, boolean>[])[0]![state]!;
};
const draft = { post: { title: 'x', media: [], tags: [] }, version: 1 };
const towards = (flag: 'following' | 'blocking', kind: string, state: string): Omit<Kept, 'most'> => ({
  collection: 'relationships',
  counted: (user) => ({ user, [flag]: true }),
  record: (user, _index, now) => ({
    user,
    person: new Types.ObjectId(),
    following: false,
    blocking: false,
    [flag]: true,
    [`${flag}Since`]: now,
    [`${flag}ChangedAt`]: now,
  }),
  act: ({ agent, others }, index) => changed(agent, { kind, user: others[index] }, state),
});

const KEPT: Record<string, Kept> = {
  'muted words': {
    most: PEOPLE_LIMITS.mutedMax,
    collection: 'mutedwords',
    counted: (user) => ({ user, muted: true }),
    record: (user, index, changedAt) => ({
      user,
      key: `old${index}`,
      word: `old${index}`,
      muted: true,
      until: null,
      changedAt,
      goneAt: null,
    }),
    act: ({ agent }, index) =>
      changed(agent, { kind: 'mute', word: `${'abcdefghij'[index]}word`, until: null }, 'isMuted'),
  },
  follows: { most: PEOPLE_LIMITS.followsMax, ...towards('following', 'follow', 'isFollowing') },
  blocks: { most: PEOPLE_LIMITS.blocksMax, ...towards('blocking', 'block', 'isBlocked') },
  'refused values': {
    most: REGISTRATION_LIMITS.refusalsMax,
    collection: 'refusals',
    counted: () => ({}),
    record: (_user, index, createdAt) => ({
      kind: 'name',
      value: `old${index}`,
      reason: '',
      until: null,
      adminName: 'ada',
      createdAt,
    }),
    // A value that is there already takes no room.
    act: (_caller, index) =>
      isDone(
        scene.app.ctx.registration.refusals.add('ada', { kind: 'name', values: ['old0', `new${index}`] }),
      ),
  },
  collections: {
    most: COLLECTION_LIMITS.perUser,
    collection: 'collections',
    counted: (user) => ({ user }),
    record: (user, index, createdAt) => ({ user, name: `Old ${index}`, key: `old ${index}`, createdAt }),
    act: ({ agent }, index) => created(agent.post('/collections').send({ name: `New ${index}` })),
  },
  'API tokens': {
    most: API_TOKEN_LIMITS.perUser,
    collection: 'apitokens',
    counted: (user) => ({ user }),
    record: (user, index, createdAt) => ({
      user,
      name: 'Old',
      hash: `${user.toHexString()} ${index}`,
      ending: 'old0',
      createdAt,
      expiresAt: later(createdAt, DAY),
      lastUsedAt: null,
    }),
    act: ({ agent }) => created(agent.post('/auth/tokens').send({ name: 'New' })),
  },
  invitations: {
    most: REGISTRATION_LIMITS.invitationsMax,
    collection: 'invitations',
    counted: (user) => ({ user }),
    record: (user, _index, createdAt) => ({
      user,
      uses: 1,
      usesLeft: 1,
      used: 0,
      createdAt,
      expiresAt: null,
      revokedAt: null,
    }),
    act: ({ user }) => isDone(scene.app.ctx.registration.invitations.create(user, { uses: 1 })),
  },
  passkeys: {
    most: FACTOR_LIMITS.passkeys,
    collection: 'factors',
    counted: (user) => ({ user, kind: 'passkey' }),
    record: (user, index, createdAt) => ({
      user,
      kind: 'passkey',
      key: `${user.toHexString()}${index}`,
      name: 'Old',
      createdAt,
      lastUsedAt: null,
    }),
    act: async ({ user }) => {
      const { factors, models } = scene.app.ctx;
      const owner = (await models.User.findById(user).lean())!;
      const passkey = softPasskey().create(await factors.passkeys.creationOptionsFor(owner));
      return isDone(factors.passkeys.add(user.toHexString(), 'New', { ...passkey, type: 'public-key' }));
    },
  },
  drafts: {
    most: DRAFT_LIMITS.perUser,
    collection: 'drafts',
    counted: (user) => ({ user, publishAt: { $exists: false } }),
    record: (user, _index, now) => ({ user, ...draft, createdAt: now, updatedAt: now }),
    act: ({ agent }) => created(agent.post('/drafts').send({ post: { title: 'New' } })),
  },
  'scheduled posts': {
    most: DRAFT_LIMITS.scheduledPerUser,
    collection: 'drafts',
    counted: (user) => ({ user, publishAt: { $exists: true } }),
    record: (user, _index, now) => {
      const publishAt = later(now, HOUR);
      return { user, ...draft, from: publishAt, until: publishAt, publishAt, createdAt: now, updatedAt: now };
    },
    act: ({ agent }) => {
      const time = later(scene.app.clock.now(), HOUR).toISOString();
      return created(
        agent.post('/drafts').send({ post: { title: 'New' }, publishing: { from: time, until: time } }),
      );
    },
  },
};

const MADE = new Map<string, Promise<Types.ObjectId>>();
/** Makes something of the caller once. */
const once = (caller: Caller, make: () => Promise<string>): Promise<Types.ObjectId> => {
  const key = caller.user.toHexString();
  const made = MADE.get(key) ?? make().then((id) => new Types.ObjectId(id));
  MADE.set(key, made);
  return made;
};
const collectionOf = (caller: Caller) =>
  once(caller, async () => (await caller.agent.post('/collections').send({ name: 'Mine' })).body.data._id);
const caseOf = (caller: Caller) =>
  once(caller, async () => {
    const report = { kind: 'post', target: caller.posts[0], reason: 'spam' };
    await caller.agent.post('/reports').send(report).expect(201);
    const found = await records('reportcases').findOne({ target: caller.posts[0] });
    return found!._id.toHexString();
  });
const invitationOf = (caller: Caller) =>
  once(caller, async () => {
    const { _id } = await scene.app.ctx.registration.invitations.create(caller.user, { uses: 10 });
    return _id.toHexString();
  });
const spaceOf = (user: Types.ObjectId) =>
  records('mediafiles')
    .find({ user })
    .toArray()
    .then((files) => files.reduce((sum, { bytes }) => sum + (bytes as number), 0));
const POSTS_LIMIT = { name: 'posts', limit: 5, window: 10 * MINUTE };
const POSTS_A_DAY_LIMIT = { name: 'posts-a-day', limit: 30, window: DAY };
let publishing = Promise.resolve();
let picture: Buffer;
/** Bytes of a stored upload. */
let size: number;

const reporting = perWindow({ name: 'reports', limit: 5, window: DAY }, ({ agent, others }, index) =>
  isAllowed(agent.post('/reports').send({ kind: 'person', target: others[index], reason: 'spam' })),
);

const LIMITED: Record<string, Limited> = {
  ...Object.fromEntries(Object.entries(KEPT).map(([name, limit]) => [name, kept(limit)])),
  'posts of a collection': {
    together: true,
    async fill(caller, room) {
      const collections = [await collectionOf(caller)];
      await records('postinteractions').deleteMany({ user: caller.user });
      const saved = { user: caller.user, saved: true, savedAt: new Date(), createdAt: new Date() };
      const length = COLLECTION_LIMITS.postsMax - room;
      await records('postinteractions').insertMany([
        ...caller.posts.map((post) => ({ ...saved, post })),
        ...Array.from({ length }, () => ({ ...saved, post: new Types.ObjectId(), collections })),
      ]);
      await records('collections').updateOne({ _id: collections[0]! }, { $set: { size: length } });
    },
    left: async (caller) => {
      const collections = await collectionOf(caller);
      return COLLECTION_LIMITS.postsMax - (await records('postinteractions').countDocuments({ collections }));
    },
    act: async (caller, index) => {
      const to = `/collections/${(await collectionOf(caller)).toHexString()}/posts`;
      const { status } = await caller.agent.post(to).send({ post: caller.posts[index], action: 'add' });
      expect([200, 201, 409]).toContain(status);
      return status !== 409;
    },
  },
  'bytes of uploads': {
    together: true,
    async fill({ agent, user }, room) {
      picture = await smallPng();
      await records('mediafiles').deleteMany({ user });
      await upload(agent, [picture, 'a.png']);
      size = await spaceOf(user);
      await records('mediafiles').deleteMany({ user });
      const bytes = scene.app.ctx.config.media.firstDayBytes - room * size;
      const file = { _id: `filler ${user.toHexString()}` as never, user, kind: 'image', bytes };
      await records('mediafiles').insertOne({
        ...file,
        createdAt: new Date(),
        checkAt: later(new Date(), DAY),
      });
    },
    left: async ({ user }) =>
      Math.floor((scene.app.ctx.config.media.firstDayBytes - (await spaceOf(user))) / size),
    act: async ({ agent }) => {
      const { status } = await upload(agent, [picture, 'a.png']);
      expect([201, 413]).toContain(status);
      return status === 201;
    },
  },
  'notes of a case': {
    async fill(caller, room) {
      const notes = Array.from({ length: REPORT_LIMITS.notesMax - room }, () => ({
        at: new Date(),
        adminName: 'ada',
        text: 'Old',
      }));
      await records('reportcases').updateOne({ _id: await caseOf(caller) }, { $set: { notes } });
    },
    left: async (caller) => {
      const found = await records('reportcases').findOne({ _id: await caseOf(caller) });
      return REPORT_LIMITS.notesMax - (found!['notes'] as unknown[]).length;
    },
    act: async (caller) => {
      const to = `/admin/reports/${(await caseOf(caller)).toHexString()}/notes`;
      const { status } = await moderator.agent.post(to).send({ text: 'New' });
      expect([200, 201, 409]).toContain(status);
      return status !== 409;
    },
  },
  posts: perWindow(POSTS_LIMIT, ({ agent }) => isAllowed(agent.post('/posts').send({ title: 'New' })), [
    POSTS_A_DAY_LIMIT,
  ]),
  'posts by schedule': perWindow(
    POSTS_LIMIT,
    async ({ user }) => {
      const { clock, ctx } = strict.app;
      const drafts = records('drafts', strict.app);
      const now = clock.now();
      const times = { from: now, until: now, publishAt: now, createdAt: now, updatedAt: now };
      const { insertedId: _id } = await drafts.insertOne({ user, ...draft, ...times });
      // one process at a time runs the job
      publishing = publishing.then(() => ctx.drafts.publishDue(new AbortController().signal));
      await publishing;
      // what exceeds the limits is put off
      return (await drafts.findOne({ _id })) === null;
    },
    [POSTS_A_DAY_LIMIT],
  ),
  comments: perWindow({ name: 'comments', limit: 15, window: 5 * MINUTE }, ({ agent, posts }, index) =>
    isAllowed(agent.post('/comments').send({ postId: posts[index], body: 'New' })),
  ),
  reports: {
    ...reporting,
    async fill(caller, room) {
      await reporting.fill(caller, room);
      // the same person can be reported once
      await records('reports', strict.app).deleteMany({ reporter: caller.user });
    },
  },
  likes: perMany({ name: 'reactions', limit: 10, every: 20, window: HOUR }, ({ agent, posts }, index) =>
    isAllowed(agent.post(`/post-interactions/${posts[index]!.toHexString()}/like`)),
  ),
  'uses of an invitation': {
    async fill(caller, room) {
      const _id = await invitationOf(caller);
      await records('invitations').updateOne({ _id }, { $set: { usesLeft: room, used: 10 - room } });
    },
    left: async (caller) => {
      const found = await records('invitations').findOne({ _id: await invitationOf(caller) });
      return found!['usesLeft'] as number;
    },
    act: async (caller) => scene.app.ctx.registration.invitations.take(await invitationOf(caller)),
  },
  'answers to a suspension': {
    most: 1,
    async fill({ agent, user }, room) {
      const to = `/admin/users/${user.toHexString()}`;
      await moderator.agent.post(`${to}/lift`).send({});
      scene.app.clock.advance(1);
      await moderator.agent.post(`${to}/suspend`).send({}).expect(200);
      const { userName } = (await scene.app.ctx.models.User.findById(user).lean())!;
      await agent.post('/auth/login').send({ emailOrUsername: userName, password: PASSWORD }).expect(403);
      if (room === 0) await agent.post('/auth/appeals').send({ text: 'Old' }).expect(201);
    },
    act: ({ agent }, index) => created(agent.post('/auth/appeals').send({ text: `New ${index}` })),
  },
};

it('has a row for each limit of the contracts that counts', () => {
  expect(limitsOfContracts().sort()).toEqual([...Object.keys(COUNTS), ...OTHER_LIMITS].sort());
  expect(Object.keys(LIMITED)).toEqual(expect.arrayContaining(Object.values(COUNTS)));
});

it.each(Object.keys(LIMITED))(
  '%s never exceed their limit by calls at once, and none within it is refused in a row [B41-1]',
  async (name) => {
    const { app = () => scene.app, fill, left, act, together, ahead, most = ROOM } = LIMITED[name]!;
    const caller = await callerOf(app());
    const room = fc.integer({ min: 0, max: most });
    await fc.assert(
      fc.asyncProperty(room, room, fc.integer({ min: 2, max: CALLS }), async (first, second, calls) => {
        await fill(caller, first);
        const atOnce = Array.from({ length: calls }, (_, index) => act(caller, index));
        const done = (await Promise.all(atOnce)).filter(Boolean).length;
        if (together) expect(done).toBeLessThanOrEqual(Math.min(first, calls));
        else if (ahead) expect(done).toBeGreaterThanOrEqual(Math.min(first, calls));
        else expect(done).toBe(Math.min(first, calls));
        if (left) expect(await left(caller)).toBe(first - done);
        await fill(caller, second);
        const inARow: boolean[] = [];
        for (let index = 0; index <= second; index += 1) inARow.push(await act(caller, CALLS + index));
        expect(inARow).toEqual([...Array<boolean>(second).fill(true), false]);
      }),
      { numRuns: RUNS, examples: [[Math.min(2, most), 1, CALLS]] },
    );
  },
);
