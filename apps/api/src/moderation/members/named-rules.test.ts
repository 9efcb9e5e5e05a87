import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { DAY, later } from '../../platform/time.js';
import { moderationScene } from '../../testing/moderation-scene.js';
import { signUpAdmin, signUpModerator, type SignedUp } from '../../testing/people.js';
import { appScene } from '../../testing/scene.js';
import { newAccount } from '../../testing/test-app.js';

const scene = appScene();
const { act, silence, actsOn, mailsTo } = moderationScene(scene);
const RULES = ['Be kind', 'No <b>spam</b>'];
const SPAM = RULES[1]!;

let admin: SignedUp;
let moderator: SignedUp;
let member: SignedUp;
let account: ReturnType<typeof newAccount>;

const setRules = (rules: string[] | null) => admin.agent.patch('/admin/instance').send({ rules }).expect(200);
beforeAll(async () => {
  [admin, moderator] = [await signUpAdmin(scene.app), await signUpModerator(scene.app)];
});
beforeEach(async () => {
  account = newAccount();
  member = await scene.app.signUp(account);
  await setRules(RULES);
});
afterEach(() => setRules(null));

const lastMail = async () => (await scene.app.ctx.mail.kept(account.email))[0]!;
const noticesOf = async () =>
  (await member.agent.get('/notifications/notices').expect(200)).body.data as object[];

it('acts show the rule they name in the notice, the mail and the log [B20-47]', async () => {
  for (const rule of ['Be rude', ''])
    for (const answer of [
      await act(moderator, 'warn', member, { message: 'x', rule }),
      await silence(moderator, member, { silenced: true, rule }),
      await act(moderator, 'suspend', member, { rule }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].path).toBe('rule');
    }
  expect(await actsOn(member)).toEqual([]);
  await act(moderator, 'warn', member, { message: 'Stop', rule: SPAM }).expect(200);
  expect((await lastMail()).text).toContain(`You broke this rule: ${SPAM}`);
  expect((await lastMail()).html).toContain('No &lt;b&gt;spam&lt;/b&gt;');
  await silence(moderator, member, { silenced: true, rule: SPAM }).expect(200);
  expect((await lastMail()).text).toContain(`You broke this rule: ${SPAM}`);
  // the words stay as they were if the host changes the rules
  await setRules(['Be kind']);
  expect(await noticesOf()).toMatchObject([
    { kind: 'silence', rule: SPAM, text: '' },
    { kind: 'warn', rule: SPAM, text: 'Stop' },
  ]);
  expect(await actsOn(member)).toEqual([
    ['warn', `Rule: ${SPAM} · Stop`],
    ['silence', `Rule: ${SPAM}`],
  ]);
});

it('suspensions mail the member the rule, the words and the end [B20-48]', async () => {
  const body = { days: 7, reason: 'Third time', message: 'See you', rule: SPAM };
  await act(moderator, 'suspend', member, body).expect(200);
  const { subject, text } = await lastMail();
  expect(subject).toBe('Your account is suspended');
  const until = later(scene.app.clock.now(), 7 * DAY)
    .toISOString()
    .slice(0, 10);
  expect(text).toContain(`The moderators suspended your account until ${until}, `);
  for (const part of [SPAM, 'See you', 'Answer this decision']) expect(text).toContain(part);
  expect(text).not.toContain('Third time');
  expect(text).not.toContain(moderator.user.userName);
  expect(await actsOn(member)).toEqual([['suspend', `7 days. Rule: ${SPAM} · Third time`]]);
});

it('suspensions mail once for one that is repeated or shorter, and again for a later end [B20-48]', async () => {
  const suspended = async () =>
    (await mailsTo(account.email)).filter((subject) => subject === 'Your account is suspended').length;
  await Promise.all([
    act(moderator, 'suspend', member, { days: 3 }),
    act(admin, 'suspend', member, { days: 3 }),
  ]);
  await act(moderator, 'suspend', member, { days: 1 }).expect(200);
  const once = await suspended();
  expect(once).toBeGreaterThan(0);
  expect(once).toBeLessThan(3);
  await act(moderator, 'suspend', member).expect(200);
  expect(await suspended()).toBe(once + 1);
  expect((await lastMail()).text).toContain('The moderators suspended your account.');
  await act(admin, 'lift', member).expect(200);
  await scene.app.ctx.models.User.updateOne({ _id: member.user._id }, { $set: { isAdmin: true } });
  expect((await act(moderator, 'suspend', member)).status).toBe(403);
  expect(await suspended()).toBe(once + 1);
});

it('suspensions sign the member out, even if the mail cannot be queued', async () => {
  const { mail, models } = scene.app.ctx;
  vi.spyOn(mail, 'enqueue').mockRejectedValueOnce(new Error('The queue is away'));
  expect((await act(moderator, 'suspend', member)).status).toBe(500);
  expect(await models.Session.countDocuments({ user: member.user._id })).toBe(0);
});
