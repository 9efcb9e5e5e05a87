import { Types } from 'mongoose';
import { beforeAll, describe, expect, it } from 'vitest';
import { later } from '../../testing/decision-scene.js';
import { signUpAdmin, signUpModerator, type SignedUp } from '../../testing/people.js';
import { appScene } from '../../testing/scene.js';
import { ROLES, STAFF_ACTS, type Role, type StaffAct } from '@social-feed/contracts';
import { mayDo } from './permissions.js';

const scene = appScene();

const signUp: Record<Role, () => Promise<SignedUp>> = {
  member: () => scene.app.signUp(),
  moderator: () => signUpModerator(scene.app),
  admin: () => signUpAdmin(scene.app),
};

let actors: Record<Role, SignedUp>;
/** Users to whom the refused acts are done. */
let others: Record<Role, SignedUp>;
let reporter: SignedUp;
beforeAll(async () => {
  const oneOfEach = async () => ({
    member: await signUp.member(),
    moderator: await signUp.moderator(),
    admin: await signUp.admin(),
  });
  [actors, others, reporter] = [await oneOfEach(), await oneOfEach(), await signUp.member()];
});

/** What the table says, in one line each: the acts, the actor's role, the roles that they may be done to. */
const ALLOWED: readonly (readonly [StaffAct, Partial<Record<Role, readonly Role[]>>])[] = [
  ...(['warn', 'silence', 'unsilence', 'suspend'] as const).map(
    (act) => [act, { moderator: ['member'], admin: ['member', 'moderator'] }] as const,
  ),
  ...(['end-sessions', 'reset-password', 'delete', 'make-moderator', 'revoke-moderator'] as const).map(
    (act) => [act, { admin: ['member', 'moderator'] }] as const,
  ),
  ...(['lift', 'reject-appeal', 'remove-post', 'remove-comment', 'mark-sensitive'] as const).map(
    (act) => [act, { moderator: ['member'], admin: ROLES }] as const,
  ),
  ...(['dismiss', 'reopen'] as const).map((act) => [act, { moderator: ROLES, admin: ROLES }] as const),
  ...(['make-admin', 'revoke-admin', 'remove-factors'] as const).map((act) => [act, {}] as const),
];

const idOf = ({ user }: SignedUp) => user._id;
const post = (path: string, body: object) => (by: SignedUp) => by.agent.post(path).send(body);

/** Calls of each act on the page of a member. */
const CALLS: Partial<Record<StaffAct, (by: SignedUp, to: SignedUp) => PromiseLike<{ status: number }>>> = {
  warn: (by, to) => post(`/admin/users/${idOf(to)}/warn`, { message: 'Please stop' })(by),
  silence: (by, to) => by.agent.put(`/admin/users/${idOf(to)}/silence`).send({ silenced: true }),
  unsilence: (by, to) => by.agent.put(`/admin/users/${idOf(to)}/silence`).send({ silenced: false }),
  suspend: (by, to) => post(`/admin/users/${idOf(to)}/suspend`, {})(by),
  'end-sessions': (by, to) => post(`/admin/users/${idOf(to)}/end-sessions`, {})(by),
  'reset-password': (by, to) => post(`/admin/users/${idOf(to)}/reset-password`, {})(by),
  delete: (by, to) => post(`/admin/users/${idOf(to)}/delete`, { userName: to.user.userName })(by),
  'revoke-moderator': (by, to) =>
    by.agent.put(`/admin/users/${idOf(to)}/moderator`).send({ isModerator: false }),
};

/** Decisions about a reported post, or about its author. */
const DECISIONS = [
  ['remove-post', 'remove'],
  ['mark-sensitive', 'mark-sensitive'],
  ['warn', 'warn'],
  ['suspend', 'suspend'],
  ['dismiss', 'dismiss'],
] as const;

const allowed = (act: StaffAct, by: Role, to: Role) =>
  ALLOWED.find(([name]) => name === act)![1][by]?.includes(to) === true;

async function reportedPost(author: SignedUp): Promise<string> {
  const target = (await author.agent.post('/posts').send({ title: 'Cheap pills' })).body.data._id as string;
  await reporter.agent.post('/reports').send({ kind: 'post', target, reason: 'spam' }).expect(201);
  return (await scene.app.ctx.models.ReportCase.findOne({ target, open: true }).lean())!._id.toString();
}
const stateOf = async (user: SignedUp, reportCase: string) => {
  const { models, admin, mail } = scene.app.ctx;
  const found = (await models.ReportCase.findById(reportCase).lean())!;
  return {
    open: found.open,
    decided: found.decision !== null,
    user: await models.User.findById(user.user._id, { suspendedAt: 1, isModerator: 1, isAdmin: 1 }).lean(),
    post: await models.Post.findById(found.target, { removedAt: 1, sensitive: 1 }).lean(),
    acts: (await admin.log.latest(1000)).filter((entry) => entry.user.toString() === user.user._id).length,
    mails: (await mail.kept(user.user.email)).length,
  };
};

describe('the table of what staff may do to whom', () => {
  it('names every act', () => {
    expect([...ALLOWED.map(([act]) => act)].sort()).toEqual([...STAFF_ACTS].sort());
  });

  it('decides all acts by all roles to all roles, and none to oneself [B20-68]', () => {
    for (const act of STAFF_ACTS)
      for (const by of ROLES)
        for (const to of ROLES) {
          const actor = rightsOf(by, actors[by]);
          const target = storedOf(to, actors[to]);
          const expected = by !== to && allowed(act, by, to);
          expect([act, by, to, mayDo(act, actor, target)]).toEqual([act, by, to, expected]);
          const another = { ...actor, id: '0123456789abcdef01234567' };
          expect([act, by, to, mayDo(act, another, target)]).toEqual([act, by, to, allowed(act, by, to)]);
          expect(mayDo(act, null, target)).toBe(true);
        }
  });
});

const rightsOf = (role: Role, { user }: SignedUp) => ({
  id: user._id,
  userName: user.userName,
  isAdmin: role === 'admin',
  isModerator: role === 'moderator',
});
const storedOf = (role: Role, { user }: SignedUp) => ({
  _id: new scene.app.ctx.models.User({ _id: user._id })._id,
  isAdmin: role === 'admin',
  isModerator: role === 'moderator',
});

describe.each(ROLES)('a %s', (by) => {
  describe.each(ROLES)('and another %s', (to) => {
    const targetOf = (act: StaffAct) => (allowed(act, by, to) ? signUp[to]() : others[to]);

    it.each(Object.keys(CALLS) as StaffAct[])(
      'may %s on their page as the table says [B20-68]',
      async (act) => {
        const { status } = await CALLS[act]!(actors[by], await targetOf(act));
        if (allowed(act, by, to)) expect(status).toBe(200);
        // The role of an admin includes that of a moderator.
        else expect(status).toBe(act === 'revoke-moderator' && by === 'admin' ? 409 : 403);
      },
    );

    it.each(DECISIONS)('may %s by a report as the table says [B20-68]', async (act, decision) => {
      const target = await targetOf(act);
      const reportCase = await reportedPost(target);
      const before = await stateOf(target, reportCase);
      const { status } = await actors[by].agent
        .post(`/admin/reports/${reportCase}/decision`)
        .send({ act: decision });
      expect(status).toBe(allowed(act, by, to) ? 200 : 403);
      await later(scene.app);
      if (status !== 200) expect(await stateOf(target, reportCase)).toEqual(before);
    });
  });

  it.each(Object.keys(CALLS) as StaffAct[])('does not %s themselves [B20-68]', async (act) => {
    const { status } = await CALLS[act]!(actors[by], actors[by]);
    expect([403, 409]).toContain(status);
  });
});

describe('a decision that waits to be carried out', () => {
  it.each(DECISIONS.filter(([act]) => act !== 'dismiss'))(
    'does not %s when the member has become an admin or moderator [B20-68]',
    async (_act, decision) => {
      for (const role of ['moderator', 'admin'] as const) {
        const author = await signUp.member();
        const reportCase = await reportedPost(author);
        await actors.moderator.agent
          .post(`/admin/reports/${reportCase}/decision`)
          .send({ act: decision })
          .expect(200);
        const { admin } = scene.app.ctx;
        await (role === 'admin' ? admin.setAdmin : admin.setModerator)(author.user.userName, true);
        const before = await stateOf(author, reportCase);
        await later(scene.app);
        expect(await stateOf(author, reportCase)).toEqual({ ...before, decided: false });
      }
    },
  );
});

describe('what an admin or the host did', () => {
  const lift = (by: SignedUp, to: SignedUp) => by.agent.post(`/admin/users/${idOf(to)}/lift`).send({});
  const isSuspended = async ({ user }: SignedUp) =>
    Boolean((await scene.app.ctx.models.User.findById(user._id).lean())!.suspendedAt);

  it('no moderator takes back, not by extending it first either [B20-68]', async () => {
    for (const suspend of [
      (user: SignedUp) => CALLS.suspend!(actors.admin, user),
      (user: SignedUp) => scene.app.ctx.admin.suspend(null, user.user._id, { days: 1 }),
    ]) {
      const user = await signUp.member();
      await suspend(user);
      await CALLS.suspend!(actors.moderator, user);
      expect((await lift(actors.moderator, user)).status).toBe(403);
      expect(await isSuspended(user)).toBe(true);
      expect((await lift(actors.admin, user)).status).toBe(200);
      await CALLS.suspend!(actors.moderator, user);
      expect((await lift(actors.moderator, user)).status).toBe(200);
    }
  });

  it('no moderator takes back from the silenced', async () => {
    const user = await signUp.member();
    await CALLS.silence!(actors.admin, user);
    expect((await CALLS.unsilence!(actors.moderator, user)).status).toBe(403);
    await CALLS.unsilence!(actors.admin, user);
    await CALLS.silence!(actors.moderator, user);
    expect((await CALLS.unsilence!(actors.moderator, user)).status).toBe(200);
  });

  it('no moderator decides an appeal about', async () => {
    const user = await signUp.member();
    await CALLS.suspend!(actors.admin, user);
    const record = (await scene.app.ctx.models.User.findById(user.user._id).lean())!;
    const appeal = await scene.app.ctx.models.Appeal.create({
      user: record._id,
      suspendedAt: record.suspendedAt!,
      text: 'Please',
      createdAt: scene.app.clock.now(),
      state: 'waiting',
    });
    const id = appeal._id.toString();
    const shown = async (by: SignedUp) =>
      (await by.agent.get('/admin/appeals')).body.data.find(({ _id }: { _id: string }) => _id === id) as {
        mayDecide: boolean;
      };
    expect((await shown(actors.moderator)).mayDecide).toBe(false);
    expect((await shown(actors.admin)).mayDecide).toBe(true);
    for (const decision of ['accept', 'reject']) {
      const answer = await post(`/admin/appeals/${id}`, { decision })(actors.moderator);
      expect(answer.status).toBe(403);
    }
    expect(await isSuspended(user)).toBe(true);
    const accepted = await post(`/admin/appeals/${id}`, { decision: 'accept' })(actors.admin);
    expect(accepted.status).toBe(200);
    expect(await isSuspended(user)).toBe(false);
  });
});

it('staff read neither reports about themselves nor the notes on them [B20-69]', async () => {
  for (const role of ['moderator', 'admin'] as const) {
    const reader = await signUp[role]();
    const reportCase = await reportedPost(reader);
    await post(`/admin/reports/${reportCase}/decision`, { act: 'dismiss', note: 'Watch this one' })(
      actors.admin,
    );
    await later(scene.app);
    const seen = await reader.agent.get(`/admin/people/${reader.user._id.toUpperCase()}`);
    expect(seen.body.data).toMatchObject({ history: [], reports: { open: 0, all: 0 } });
    const others = await actors.admin.agent.get(`/admin/people/${reader.user._id}`);
    expect(JSON.stringify(others.body.data.history)).toContain('Watch this one');
  }
});

it('the log of admins leaves out what others did about reports on its reader [B20-69 B22-52]', async () => {
  const [reader, another] = [await signUp.admin(), await signUp.admin()];
  const logOf = async ({ agent }: SignedUp) =>
    (await agent.get('/admin/log?limit=50')).body.data as { act: string; note: string }[];
  const reportCase = await reportedPost(reader);
  await post(`/admin/reports/${reportCase}/decision`, { act: 'dismiss', note: 'Watch the host' })(another);
  await later(scene.app);
  // an act that follows from no report, and an own one
  const { log } = scene.app.ctx.admin;
  await log.append({ admin: null, act: 'create', user: new Types.ObjectId(reader.user._id) });
  await reader.agent.patch('/admin/instance').send({ description: 'By the sea' });
  const noted = expect.objectContaining({ act: 'dismiss', note: expect.stringContaining('Watch the host') });
  expect(await logOf(another)).toContainEqual(noted);
  const seen = await logOf(reader);
  expect(seen).not.toContainEqual(noted);
  expect(seen[0]).toMatchObject({
    act: 'change-settings',
    note: 'description',
    parts: { settings: ['description'] },
  });
  expect(seen[1]).toMatchObject({ act: 'create' });
  // the page is filled with the entries before
  expect(seen[2]).toBeDefined();
});
