import type { CurrentUser, PeopleChange } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY, MINUTE } from '../../platform/time.js';
import { insertUser } from '../../testing/content.js';
import { expectExactFollows, expectDelivered } from '../../testing/counters.js';
import { appScene } from '../../testing/scene.js';
import { createTestApp, type Agent } from '../../testing/test-app.js';

const scene = appScene();
const NOBODY = '0123456789abcdef01234567';

interface Someone {
  agent: Agent;
  user: CurrentUser;
}
let ada: Someone;
let bob: Someone;
beforeAll(async () => {
  [ada, bob] = await Promise.all([scene.app.signUp(), scene.app.signUp()]);
});

const changeOf = (
  kind: PeopleChange['kind'],
  user: { _id: unknown },
  at: Date = scene.app.clock.now(),
): PeopleChange => ({ kind, user: String(user._id), at: at.toISOString() });
const send = (agent: Agent, ...changes: object[]) => agent.post('/people/changes').send({ changes });
const own = async (agent: Agent) => (await agent.get('/people/own')).body.data;
const statsOf = async (user: { _id: unknown }) =>
  (await scene.app.agent().get(`/boards/user/${String(user._id)}`)).body.data.socialStats;
const earlier = (milliseconds: number) => new Date(scene.app.clock.now().getTime() - milliseconds);

describe('POST /people/changes', () => {
  it('follows and blocks, returns the new state, and updates both counters [B2-1]', async () => {
    const [me, other] = await Promise.all([scene.app.signUp(), scene.app.signUp()]);
    const answer = await send(me.agent, changeOf('follow', other.user), changeOf('block', bob.user));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data.results).toEqual([
      { user: other.user._id, isFollowing: true, isBlocked: false },
      { user: bob.user._id, isFollowing: false, isBlocked: true },
    ]);
    expect(await own(me.agent)).toMatchObject({
      follows: [other.user._id],
      blocks: [{ _id: bob.user._id, userName: bob.user.userName }],
    });
    expect(await statsOf(me.user)).toMatchObject({ followers: 0, following: 1 });
    expect(await statsOf(other.user)).toMatchObject({ followers: 1, following: 0 });
  });

  it('applies a repeated batch once [B2-2]', async () => {
    const { agent, user } = await scene.app.signUp();
    const changes = [changeOf('follow', ada.user), changeOf('block', ada.user)];
    const first = await send(agent, ...changes);
    expect((await send(agent, ...changes)).body).toEqual(first.body);
    await expectExactFollows(scene.app, user._id, ada.user._id);
    expect((await statsOf(user)).following).toBe(1);
  });

  it('lets the later change win, in one batch and across devices, in any order of arrival [B2-3]', async () => {
    const { agent } = await scene.app.signUp();
    const followed = async (...changes: object[]) =>
      (await send(agent, ...changes)).body.data.results[0].isFollowing as boolean;
    expect(
      await followed(
        changeOf('unfollow', ada.user, earlier(10_000)),
        changeOf('follow', ada.user, earlier(20_000)),
      ),
    ).toBe(false);
    expect(await followed(changeOf('follow', ada.user, earlier(15_000)))).toBe(false);
    expect(await followed(changeOf('follow', ada.user, earlier(5000)))).toBe(true);
    expect(await followed(changeOf('unfollow', ada.user, earlier(6000)))).toBe(true);
    expect(await followed(changeOf('unfollow', ada.user, earlier(0)))).toBe(false);
    await expectExactFollows(scene.app, ada.user._id);
  });

  it('stores nothing if an action that never happened is undone', async () => {
    const { agent, user } = await scene.app.signUp();
    for (const kind of ['unfollow', 'unblock'] as const) {
      const answer = await send(agent, changeOf(kind, ada.user), changeOf(kind, bob.user));
      expect(answer.body.data.results[0]).toMatchObject({ isFollowing: false, isBlocked: false });
    }
    expect(await scene.app.ctx.models.Relationship.countDocuments({ user: user._id })).toBe(0);
    await send(agent, changeOf('block', ada.user));
    await send(agent, changeOf('unfollow', ada.user, earlier(2000)));
    expect((await send(agent, changeOf('follow', ada.user, earlier(3000)))).body.data.results[0]).toEqual({
      user: ada.user._id,
      isFollowing: false,
      isBlocked: true,
    });
  });

  it('replaces a future time by the server’s, so that a later change still wins [B2-3]', async () => {
    const { agent } = await scene.app.signUp();
    await send(agent, changeOf('follow', ada.user, earlier(-365 * DAY)));
    scene.app.clock.advance(1000);
    const answer = await send(agent, changeOf('unfollow', ada.user));
    expect(answer.body.data.results[0].isFollowing).toBe(false);
  });

  it('rejects following oneself, unknown and suspended users, and applies the other changes [B2-4]', async () => {
    const { agent, user } = await scene.app.signUp();
    const gone = await scene.app.signUp();
    await scene.app.ctx.models.User.updateOne({ _id: gone.user._id }, { suspendedAt: new Date() });
    scene.app.ctx.users.authors.forget(gone.user._id);
    const people = [user, { _id: NOBODY }, gone.user, ada.user];
    const answer = await send(agent, ...people.map((each) => changeOf('follow', each)));
    expect(answer.body.data.results.map((each: { isFollowing: boolean }) => each.isFollowing)).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(await scene.app.ctx.models.Relationship.countDocuments({ user: user._id })).toBe(1);
    expect((await own(agent)).follows).toEqual([ada.user._id]);
  });

  it.each([
    ['no list', { changes: 'all' }],
    ['an empty list', { changes: [] }],
    ['too many', { changes: Array.from({ length: 51 }, () => ({})) }],
    ['an unknown kind', { changes: [{ kind: 'poke', user: NOBODY, at: '2026-11-21T09:30:00.000Z' }] }],
    ['no user', { changes: [{ kind: 'follow', user: { $gt: '' }, at: '2026-11-21T09:30:00.000Z' }] }],
    ['no time', { changes: [{ kind: 'follow', user: NOBODY, at: '2026-99-99T99:99:99.000Z' }] }],
  ])('rejects %s', async (_name, body) => {
    const answer = await ada.agent.post('/people/changes').send(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].path).toMatch(/^changes/);
  });

  it('is rate limited per account [B2-5]', async () => {
    const strict = await createTestApp({ config: { accountLimitFactor: 1 } });
    try {
      const { agent } = await strict.signUp();
      const call = () =>
        agent.post('/people/changes').send({ changes: [changeOf('follow', { _id: NOBODY })] });
      for (let count = 0; count < 60; count += 1) expect((await call()).status).toBe(200);
      const refused = await call();
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      await strict.close();
    }
  });

  it('limits follows to 5,000 [B2-4]', async () => {
    const { agent, user } = await scene.app.signUp();
    const since = new Date();
    await scene.app.ctx.models.Relationship.collection.insertMany(
      Array.from({ length: 4999 }, () => ({
        user: new Types.ObjectId(user._id),
        person: new Types.ObjectId(),
        following: true,
        followingSince: since,
        blocking: false,
      })),
    );
    await scene.app.ctx.models.Board.updateOne({ user: user._id }, { following: 4999 });
    const answer = await send(agent, changeOf('follow', ada.user), changeOf('follow', bob.user));
    expect(answer.body.data.results.map((each: { isFollowing: boolean }) => each.isFollowing)).toEqual([
      true,
      false,
    ]);
    expect((await own(agent)).follows).toHaveLength(5000);
    scene.app.clock.advance(1000);
    await send(agent, changeOf('unfollow', ada.user));
    expect((await send(agent, changeOf('follow', bob.user))).body.data.results[0].isFollowing).toBe(true);
  });
});

describe('the follow counts', () => {
  it('are exact under parallel changes [B2-7]', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => insertUser(scene.app)));
    const { relationships } = scene.app.ctx.people;
    await Promise.all(
      Array.from({ length: 150 }, (_, index) => {
        const from = people[index % people.length]!;
        const to = [people[(index * 5 + 1) % people.length]!, people[(index * 7 + 2) % people.length]!];
        const at = earlier((index * 37) % 100);
        return relationships.change(
          from._id,
          to.map((each) => changeOf(index % 3 === 0 ? 'unfollow' : 'follow', each, at)),
        );
      }),
    );
    await expectExactFollows(scene.app, ...people.map(({ _id }) => _id));
    await expectDelivered(scene.app);
  });

  it('are repaired if a process crashed before it had counted [B2-7]', async () => {
    const { ctx, clock } = scene.app;
    const [from, to] = await Promise.all([insertUser(scene.app), insertUser(scene.app)]);
    const dies = vi
      .spyOn(ctx.people.relationships.events, 'deliverAll')
      .mockRejectedValueOnce(new Error('Killed'));
    await expect(ctx.people.relationships.change(from._id, [changeOf('follow', to)])).rejects.toThrow();
    dies.mockRestore();
    expect((await statsOf(to)).followers).toBe(0);
    clock.advance(MINUTE);
    await ctx.outbox.catchUp();
    await ctx.outbox.catchUp();
    expect((await statsOf(to)).followers).toBe(1);
    await expectExactFollows(scene.app, from._id, to._id);
  });
});

describe('GET /people/{userId}/followers and /following', () => {
  it('list users in pages, latest first, without suspended and deleted ones [B2-10]', async () => {
    const star = await scene.app.signUp();
    const fans: Someone[] = [];
    for (let index = 0; index < 5; index += 1) {
      scene.app.clock.advance(1000);
      const fan = await scene.app.signUp();
      await send(fan.agent, changeOf('follow', star.user));
      fans.push(fan);
    }
    const { User } = scene.app.ctx.models;
    await User.updateOne({ _id: fans[1]!.user._id }, { suspendedAt: new Date() });
    await User.deleteOne({ _id: fans[3]!.user._id });
    scene.app.clock.advance(1000);
    const read = async (cursor = '') =>
      (await scene.app.agent().get(`/people/${star.user._id}/followers?limit=2&cursor=${cursor}`)).body;
    const names = ({ data }: { data: { userName: string }[] }) => data.map(({ userName }) => userName);
    const first = await read();
    expect(names(first)).toEqual([fans[4]!.user.userName]);
    const second = await read(first.nextCursor);
    expect(names(second)).toEqual([fans[2]!.user.userName]);
    const third = await read(second.nextCursor);
    expect(names(third)).toEqual([fans[0]!.user.userName]);
    expect(third.nextCursor).toBeNull();
    expect(first.data[0]).toEqual({
      _id: fans[4]!.user._id,
      userName: fans[4]!.user.userName,
      fullName: fans[4]!.user.fullName,
      profilepic: '',
    });
    const following = await scene.app.agent().get(`/people/${fans[0]!.user._id}/following`);
    expect(names(following.body)).toEqual([star.user.userName]);
  });

  it('return 404 for unknown and suspended users, 400 for a cursor of another list [B2-10]', async () => {
    const gone = await scene.app.signUp();
    await scene.app.ctx.models.User.updateOne({ _id: gone.user._id }, { suspendedAt: new Date() });
    scene.app.ctx.users.authors.forget(gone.user._id);
    for (const id of [NOBODY, gone.user._id]) {
      expect((await scene.app.agent().get(`/people/${id}/followers`)).status).toBe(404);
    }
    const [one, two] = await Promise.all([scene.app.signUp(), scene.app.signUp()]);
    await send(one.agent, changeOf('follow', ada.user), changeOf('follow', bob.user));
    const { nextCursor } = (await two.agent.get(`/people/${one.user._id}/following?limit=1`)).body;
    const answer = await two.agent.get(`/people/${ada.user._id}/following?cursor=${nextCursor}`);
    expect(answer.status).toBe(400);
  });
});

describe('a deleted account', () => {
  it('is exported with its follows, and removes them with exact counts of the others [B2-9]', async () => {
    const { ctx } = scene.app;
    const [leaver, fan, star] = await Promise.all([
      scene.app.signUp(),
      scene.app.signUp(),
      scene.app.signUp(),
    ]);
    await send(leaver.agent, changeOf('follow', star.user), changeOf('block', fan.user));
    await send(fan.agent, changeOf('follow', leaver.user), changeOf('follow', star.user));
    const exported = (await leaver.agent.get('/auth/export')).body;
    const kept = (person: CurrentUser, flags: object) =>
      expect.objectContaining({ person: person._id, ...flags }) as object;
    expect(exported.relationships).toHaveLength(2);
    expect(exported.relationships).toContainEqual(kept(star.user, { following: true, blocking: false }));
    expect(exported.relationships).toContainEqual(kept(fan.user, { following: false, blocking: true }));
    await ctx.people.deleteOf(new Types.ObjectId(leaver.user._id), new AbortController().signal);
    expect(await ctx.models.Relationship.countDocuments({ user: leaver.user._id })).toBe(0);
    expect(await ctx.models.Relationship.countDocuments({ person: leaver.user._id })).toBe(0);
    expect(await statsOf(fan.user)).toMatchObject({ followers: 0, following: 1 });
    expect(await statsOf(star.user)).toMatchObject({ followers: 1 });
    await expectExactFollows(scene.app, fan.user._id, star.user._id);
  });
});
