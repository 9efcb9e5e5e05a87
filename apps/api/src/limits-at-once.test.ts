import {
  API_TOKEN_LIMITS,
  COLLECTION_LIMITS,
  DRAFT_LIMITS,
  FACTOR_LIMITS,
  PEOPLE_LIMITS,
  REGISTRATION_LIMITS,
} from '@social-feed/contracts';
import { Types } from 'mongoose';
import { expect, it } from 'vitest';
import { DAY, HOUR, later } from './platform/time.js';
import { softPasskey } from './testing/authenticator.js';
import { appScene } from './testing/scene.js';
import type { Agent } from './testing/test-app.js';

const scene = appScene();

/** Calls at once; two of them find room. */
const CALLS = 6;
const ROOM = 2;

/** An account, and records that its limit counts. */
interface Limited {
  most: number;
  collection: string;
  /** What the limit counts. */
  counted: (user: Types.ObjectId) => object;
  /** The fields of a record that was there before. */
  record: (user: Types.ObjectId, index: number, now: Date) => object;
  /** One call. @returns whether the API says that it was done */
  act: (caller: { agent: Agent; user: Types.ObjectId; others: string[] }, index: number) => Promise<boolean>;
}

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
const towards = (flag: 'following' | 'blocking', kind: string, state: string): Omit<Limited, 'most'> => ({
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

const LIMITED: Record<string, Limited> = {
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
      changed(agent, { kind: 'mute', word: `${'abcdef'[index]}word`, until: null }, 'isMuted'),
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

it.each(Object.keys(LIMITED))(
  '%s never exceed their limit by calls at once, and no call within it is lost [B41-1]',
  async (name) => {
    const { most, collection, counted, record, act } = LIMITED[name]!;
    const { app } = scene;
    const { agent, user: account } = await app.signUp();
    const user = new Types.ObjectId(account._id);
    const others = await Promise.all(
      Array.from({ length: CALLS }, async () => (await app.signUp()).user._id),
    );
    const records = app.ctx.connection.db!.collection(collection);
    const now = app.clock.now();
    await records.insertMany(Array.from({ length: most - ROOM }, (_, index) => record(user, index, now)));
    const done = await Promise.all(
      Array.from({ length: CALLS }, (_, index) => act({ agent, user, others }, index)),
    );
    expect(done.filter(Boolean)).toHaveLength(ROOM);
    expect(await records.countDocuments(counted(user))).toBe(most);
  },
);
