import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { later } from '../../testing/decision-scene.js';
import { signUpAdmin, signUpModerator, type SignedUp } from '../../testing/people.js';
import { appScene } from '../../testing/scene.js';
import { CommandRefusal, runCommand, USAGE } from './command.js';

const scene = appScene();

let admin: SignedUp;
let moderator: SignedUp;
let member: SignedUp;

beforeAll(async () => {
  admin = await signUpAdmin(scene.app);
});
beforeEach(async () => {
  [moderator, member] = [await signUpModerator(scene.app), await scene.app.signUp()];
});

const suspend = (by: SignedUp, { user }: SignedUp) =>
  by.agent.post(`/admin/users/${user._id}/suspend`).send({});
const setModerator = (by: SignedUp, { user }: SignedUp, isModerator: unknown) =>
  by.agent.put(`/admin/users/${user._id}/moderator`).send({ isModerator });
const actsOn = async ({ user }: SignedUp) =>
  (await scene.app.ctx.admin.log.latest(1000))
    .filter((entry) => entry.user.toString() === user._id)
    .map(({ act, adminName }) => `${act} by ${adminName}`);

/** Reports a user and returns the case. */
async function reported({ user }: SignedUp): Promise<string> {
  const { agent } = await scene.app.signUp();
  const answer = await agent.post('/reports').send({ kind: 'person', target: user._id, reason: 'spam' });
  expect(answer.status, answer.text).toBe(201);
  const found = await scene.app.ctx.models.ReportCase.findOne({ target: user._id, open: true }).lean();
  return found!._id.toString();
}

describe('a moderator', () => {
  it('reads and decides reports, and suspends and lifts [B20-1]', async () => {
    expect((await moderator.agent.get('/auth/me')).body.user).toMatchObject({
      isAdmin: false,
      isModerator: true,
    });
    const id = await reported(member);
    expect((await moderator.agent.get('/admin/reports?limit=50')).text).toContain(id);
    expect((await moderator.agent.get(`/admin/reports/${id}`)).status).toBe(200);
    const decided = await moderator.agent.post(`/admin/reports/${id}/decision`).send({ act: 'suspend' });
    expect(decided.status, decided.text).toBe(200);
    await later(scene.app);
    expect((await member.agent.get('/auth/me')).status).toBe(401);
    expect((await moderator.agent.get('/admin/suspended')).text).toContain(member.user._id);
    expect((await moderator.agent.post(`/admin/users/${member.user._id}/lift`).send({})).status).toBe(200);
    const { userName } = moderator.user;
    expect(await actsOn(member)).toEqual([`suspend by ${userName}`, `lift by ${userName}`]);
  });

  it('suspends no admin, no moderator and not themselves [B20-2]', async () => {
    const other = await signUpModerator(scene.app);
    for (const [target, message] of [
      [admin, 'An admin cannot be suspended'],
      [other, 'Only an admin can suspend a moderator'],
      [moderator, 'Only an admin can suspend a moderator'],
    ] as const) {
      const answer = await suspend(moderator, target);
      expect([answer.status, answer.body.message]).toEqual([403, message]);
    }
    const id = await reported(other);
    const decided = await moderator.agent.post(`/admin/reports/${id}/decision`).send({ act: 'suspend' });
    expect([decided.status, decided.body.message]).toEqual([403, 'Only an admin can suspend a moderator']);
  });

  it('does not see reports about themselves, and has none of the rights of admins [B20-1]', async () => {
    const id = await reported(moderator);
    expect((await moderator.agent.get('/admin/reports?limit=50')).text).not.toContain(id);
    expect((await moderator.agent.get(`/admin/reports/${id}`)).status).toBe(404);
    expect((await setModerator(moderator, member, true)).status).toBe(403);
    const post = await member.agent.post('/posts').send({ title: 'Stays' });
    expect((await moderator.agent.delete(`/posts/${post.body.data._id}`)).status).toBe(403);
  });

  it('cannot carry out a suspension of a user who became a moderator [B20-2]', async () => {
    const id = await reported(member);
    await moderator.agent.post(`/admin/reports/${id}/decision`).send({ act: 'suspend' });
    await scene.app.ctx.admin.setModerator(member.user.userName, true);
    await later(scene.app);
    expect((await member.agent.get('/auth/me')).status).toBe(200);
    expect((await admin.agent.get(`/admin/reports/${id}`)).status).toBe(200);
  });

  it('loses every right with the role, for decisions under way too [B20-3]', async () => {
    const id = await reported(member);
    await moderator.agent.post(`/admin/reports/${id}/decision`).send({ act: 'suspend' });
    expect((await setModerator(admin, moderator, false)).status).toBe(200);
    await later(scene.app);
    expect((await member.agent.get('/auth/me')).status).toBe(200);
    for (const path of ['/admin/reports', `/admin/reports/${id}`, '/admin/suspended'])
      expect((await moderator.agent.get(path)).status).toBe(403);
    expect((await suspend(moderator, member)).status).toBe(403);
  });
});

describe('the role', () => {
  it('admins grant and revoke it, once, and the log has it [B20-3]', async () => {
    const given = await setModerator(admin, member, true);
    expect([given.status, given.body.message]).toEqual([200, 'The user is now a moderator']);
    expect((await setModerator(admin, member, true)).status).toBe(200);
    await setModerator(admin, member, false);
    const { userName } = admin.user;
    expect(await actsOn(member)).toEqual([
      `make-moderator by ${userName}`,
      `revoke-moderator by ${userName}`,
    ]);
    expect((await member.agent.get('/auth/me')).body.user).not.toHaveProperty('isModerator');
  });

  it('is refused to visitors, members, API tokens, suspended users and admins', async () => {
    expect((await scene.app.agent().put(`/admin/users/${member.user._id}/moderator`)).status).toBe(401);
    expect((await setModerator(member, member, true)).status).toBe(403);
    expect((await setModerator(admin, member, 'yes')).status).toBe(400);
    const { token } = (await admin.agent.post('/auth/tokens').send({ name: 'script' })).body;
    const byToken = await scene.app
      .agent()
      .put(`/admin/users/${member.user._id}/moderator`)
      .set('Authorization', `Bearer ${token}`)
      .send({ isModerator: true });
    expect(byToken.status).toBe(403);
    expect((await setModerator(admin, admin, true)).status).toBe(409);
    await suspend(admin, member);
    expect((await setModerator(admin, member, true)).status).toBe(409);
    expect(
      (await admin.agent.put('/admin/users/0123456789abcdef01234567/moderator').send({ isModerator: true }))
        .status,
    ).toBe(404);
  });

  it('ends with a suspension by an admin, and does not come back [B20-3]', async () => {
    expect((await suspend(admin, moderator)).status).toBe(200);
    await admin.agent.post(`/admin/users/${moderator.user._id}/lift`).send({});
    const found = await scene.app.ctx.models.User.findById(moderator.user._id).lean();
    expect(found).not.toHaveProperty('isModerator');
  });

  it('ends when a moderator becomes an admin', async () => {
    await scene.app.ctx.admin.setAdmin(moderator.user.userName, true);
    expect((await moderator.agent.get('/auth/me')).body.user).toMatchObject({ isAdmin: true });
    await scene.app.ctx.admin.setAdmin(moderator.user.userName, false);
    expect((await moderator.agent.get('/admin/reports')).status).toBe(403);
  });

  it('the command grants and lists it [B20-3]', async () => {
    const run = (...args: string[]) => runCommand(scene.app.ctx.admin, args);
    const { userName } = member.user;
    expect(await run('moderator', userName)).toEqual([`${userName} is now a moderator.`]);
    expect((await run('list')).filter((line) => line.startsWith(`${userName}  `))).toEqual([
      `${userName}  ${member.user.fullName}  (moderator)`,
    ]);
    expect(await run('moderator', userName, 'off')).toEqual([`${userName} is now no moderator.`]);
    await expect(run('moderator', userName, 'on')).rejects.toThrow(USAGE);
    await expect(run('moderator')).rejects.toThrow(CommandRefusal);
  });
});
