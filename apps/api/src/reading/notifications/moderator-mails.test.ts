import { beforeEach, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../platform/time.js';
import { signUpModerator, type SignedUp } from '../../testing/people.js';
import { apply, letIn } from '../../testing/registration-scene.js';
import { appScene } from '../../testing/scene.js';
import { MODERATOR_MAILS } from './moderator-mails.js';

const scene = appScene();
let moderator: SignedUp;
let author: SignedUp;

beforeEach(async () => {
  const { app } = scene;
  await letIn(app, {});
  await app.ctx.models.ReportCase.deleteMany({});
  await app.ctx.models.Application.deleteMany({});
  await app.ctx.models.User.updateMany({ isModerator: true }, { $unset: { isModerator: 1 } });
  [moderator, author] = [await signUpModerator(app), await app.signUp()];
  await confirm(moderator);
});

const confirm = ({ user }: SignedUp) =>
  scene.app.ctx.models.User.updateOne({ _id: user._id }, { $unset: { confirmEmail: 1 } });
const report = async ({ user }: SignedUp) => {
  const { agent } = await scene.app.signUp();
  const answer = await agent.post('/reports').send({ kind: 'person', target: user._id, reason: 'spam' });
  expect(answer.status, answer.text).toBe(201);
};
const run = async () => {
  scene.app.clock.advance(5 * MINUTE);
  await scene.app.ctx.jobs.add(MODERATOR_MAILS);
  await scene.app.ctx.jobs.runDue(MODERATOR_MAILS);
};
const mailsTo = async ({ user }: SignedUp) =>
  (await scene.app.ctx.mail.kept(user.email)).filter(({ subject }) =>
    subject.endsWith('wait for a decision'),
  );
const applyOnce = async () => {
  await letIn(scene.app, { registration: 'approval' });
  const { fields, answer } = await apply(scene.app);
  expect(answer.status, answer.text).toBe(201);
  return fields;
};

it('tells moderators of new reports, at most once an hour, and quotes nothing [B20-10]', async () => {
  await run();
  expect(await mailsTo(moderator)).toHaveLength(0);
  await report(author);
  await run();
  await report(await scene.app.signUp());
  await run();
  const [mail, ...more] = await mailsTo(moderator);
  expect(more).toEqual([]);
  expect(mail!.text).toContain('One report waits');
  expect(mail!.text).not.toContain(author.user.userName);
  scene.app.clock.advance(HOUR);
  await run();
  expect((await mailsTo(moderator))[0]!.text).toContain('2 reports wait');
  scene.app.clock.advance(HOUR);
  await run();
  expect(await mailsTo(moderator)).toHaveLength(2);
  expect(await mailsTo(author)).toEqual([]);
});

it('counts what waits for a moderator with their notifications, and for nobody else [B40-1]', async () => {
  const listed = async ({ agent }: SignedUp, query = '') =>
    (await agent.get(`/notifications?limit=1${query}`)).body;
  expect(await listed(moderator)).toMatchObject({ waiting: 0 });
  await report(author);
  await report(moderator);
  await applyOnce();
  expect(await listed(moderator)).toMatchObject({ waiting: 2 });
  expect(await listed(author)).not.toHaveProperty('waiting');
});

it('does not tell moderators of reports about themselves, nor unconfirmed addresses', async () => {
  const unconfirmed = await signUpModerator(scene.app);
  await report(moderator);
  await run();
  expect(await mailsTo(moderator)).toEqual([]);
  expect(await mailsTo(unconfirmed)).toEqual([]);
});

it('can be switched off by each moderator, and is no setting of members [B20-10]', async () => {
  const settings = '/notifications/settings';
  expect((await moderator.agent.get(settings)).body.data).toMatchObject({ reportMails: true });
  expect((await author.agent.get(settings)).body.data).not.toHaveProperty('reportMails');
  expect((await moderator.agent.patch(settings).send({ reportMails: 'no' })).status).toBe(400);
  const changed = await moderator.agent.patch(settings).send({ reportMails: false });
  expect(changed.body.data).toMatchObject({ reportMails: false });
  await report(author);
  await run();
  expect(await mailsTo(moderator)).toEqual([]);
});

it('tells moderators of new applications by the same mail, and quotes nothing [B20-70]', async () => {
  const { fullName, email, userName } = await applyOnce();
  await run();
  const [first] = await mailsTo(moderator);
  expect(first!.subject).toBe('Applications wait for a decision');
  expect(first!.text).toContain('One application waits for a decision.');
  expect(first!.text).toContain('/admin/registration');
  for (const private_ of [fullName, email, userName]) expect(first!.text).not.toContain(private_);

  await applyOnce();
  await letIn(scene.app, {});
  await report(author);
  await run();
  expect(await mailsTo(moderator)).toHaveLength(1);
  scene.app.clock.advance(HOUR);
  await run();
  const [both, ...earlier] = await mailsTo(moderator);
  expect(earlier).toHaveLength(1);
  expect(both!.subject).toBe('Reports and applications wait for a decision');
  expect(both!.text).toContain('One report waits for a decision.');
  expect(both!.text).toContain('2 applications wait for a decision.');
});

it('tells nobody of applications that are decided or out of date', async () => {
  await applyOnce();
  await scene.app.ctx.models.Application.updateMany({}, { decidedAt: scene.app.clock.now() });
  await applyOnce();
  await scene.app.ctx.models.Application.updateMany(
    { decidedAt: null },
    { expiresAt: scene.app.clock.now() },
  );
  await run();
  expect(await mailsTo(moderator)).toEqual([]);
});
