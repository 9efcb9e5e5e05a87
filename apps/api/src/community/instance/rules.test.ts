import { beforeAll, expect, it } from 'vitest';
import { later } from '../../testing/decision-scene.js';
import { signUpAdmin, type SignedUp } from '../../testing/people.js';
import { appScene } from '../../testing/scene.js';
import { newAccount } from '../../testing/test-app.js';

const scene = appScene();
const RULES = ['Be kind', 'No <b>spam</b>'];
const [KIND, SPAM] = RULES as [string, string];

let admin: SignedUp;
let author: SignedUp;
let reader: SignedUp;
let post: string;
const setRules = (rules: readonly string[] | null) =>
  admin.agent.patch('/admin/instance').send({ rules }).expect(200);

beforeAll(async () => {
  admin = await signUpAdmin(scene.app);
  [author, reader] = [await scene.app.signUp(), await scene.app.signUp()];
  post = (await author.agent.post('/posts').send({ title: 'Cheap boats' })).body.data._id as string;
  await setRules(RULES);
});

it('asks new accounts to agree to the rules, where there are any [B18-5]', async () => {
  const register = (body: object) =>
    scene.app
      .agent()
      .post('/auth/register')
      .send({ ...newAccount(), ...body });
  for (const acceptedRules of [undefined, false]) {
    const refused = await register({ acceptedRules });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([
      { path: 'acceptedRules', message: 'Agree to the rules to create an account' },
    ]);
  }
  expect((await register({ acceptedRules: 'yes' })).body.errors[0].path).toBe('acceptedRules');
  expect((await register({ acceptedRules: true })).status).toBe(201);
  await setRules(null);
  expect((await register({})).status).toBe(201);
  await setRules(RULES);
});

const report = (by: SignedUp, body: object) =>
  by.agent.post('/reports').send({ kind: 'post', target: post, reason: 'rule', ...body });

it('names the broken rule in a report, in the case, and in the mail and notice about it [B18-6]', async () => {
  for (const rule of [undefined, 'Be rude', '']) {
    const refused = await report(reader, { rule });
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].path).toBe('rule');
  }
  expect((await report(reader, { rule: SPAM })).status).toBe(201);
  const { data } = (await admin.agent.get('/admin/reports').expect(200)).body;
  expect(data).toMatchObject([{ reasons: [{ reason: 'rule', count: 1 }], rules: [SPAM] }]);
  const id = data[0]._id as string;
  const detail = (await admin.agent.get(`/admin/reports/${id}`).expect(200)).body.data;
  expect(detail.reports).toMatchObject([{ reason: 'rule', rule: SPAM }]);

  const decide = (body: object) =>
    admin.agent.post(`/admin/reports/${id}/decision`).send({ act: 'warn', ...body });
  expect((await decide({ rule: 'Be rude' })).body.errors).toEqual([
    { path: 'rule', message: 'This rule is no longer there' },
  ]);
  await decide({ rule: SPAM, message: 'Please stop' }).expect(200);
  // the decision keeps its words if the host changes the rules before it runs
  await setRules([KIND]);
  await later(scene.app);
  const mails = await scene.app.ctx.mail.kept(author.user.email);
  const [warning] = mails.filter(({ subject }) => subject.includes('moderators'));
  expect(warning?.text).toContain(`You broke this rule: ${SPAM}`);
  expect(warning?.html).toContain('You broke this rule: No &lt;b&gt;spam&lt;/b&gt;');
  const notices = await author.agent.get('/notifications/notices').expect(200);
  expect(notices.body.data).toMatchObject([{ kind: 'warn', rule: SPAM, text: 'Please stop' }]);
});
