import { Types } from 'mongoose';
import { expect, it } from 'vitest';
import { DAY } from '../../platform/time.js';
import { appScene } from '../../testing/scene.js';

const scene = appScene({
  config: {
    instance: { name: 'Harbour' },
    source: { commit: 'f'.repeat(40), versionDate: '2026-11-28T02:00:00.000Z' },
    media: { imageBytes: 3, videoBytes: 4, quotaBytes: 5 },
    posts: { perTenMinutes: 6, perDay: 7 },
    sessions: { rememberedTtl: 8 * DAY },
  },
});

const admin = async () => {
  const { agent, user } = await scene.app.signUp();
  await scene.app.ctx.models.User.updateOne({ _id: user._id }, { isAdmin: true });
  return { agent, user };
};
const shown = async () => (await scene.app.agent().get('/instance')).body.data;

it('tells everybody of the instance [B18-1]', async () => {
  const answer = await scene.app.agent().get('/instance');
  expect(answer.status).toBe(200);
  expect(answer.headers['cache-control']).toBe('public, max-age=0, s-maxage=60');
  expect(answer.body.data).toMatchObject({
    name: 'Harbour',
    registration: 'open',
    rules: [],
    texts: [],
    signIn: { password: true, google: true },
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    commit: 'f'.repeat(40),
    versionDate: '2026-11-28T02:00:00.000Z',
  });
  expect(answer.body.data).not.toHaveProperty('terms');
});

it('tells the limits in use [B22-50]', async () => {
  const { limits } = await shown();
  expect(limits).toMatchObject({ imageBytes: 3, videoBytes: 4, personBytes: 5, sessionDays: 8 });
  // times the factor of the tests, as the API counts
  expect(limits).toMatchObject({ postsPerTenMinutes: 6000, postsPerDay: 7000 });
});

it('lets admins change settings and return to the defaults, and logs both [B18-2]', async () => {
  const { agent, user } = await admin();
  const changed = await agent
    .patch('/admin/instance')
    .send({ name: ' Quay ', terms: 'Be kind.', rules: ['No spam'] });
  expect(changed.status, changed.text).toBe(200);
  expect(changed.body).toMatchObject({
    data: { name: 'Quay', terms: 'Be kind.' },
    defaults: { name: 'Harbour' },
  });
  expect(await shown()).toMatchObject({ name: 'Quay', rules: ['No spam'], texts: ['terms'] });
  const terms = await scene.app.agent().get('/instance/texts/terms');
  expect(terms.body.data).toEqual({ text: 'Be kind.', language: 'en' });

  await agent.patch('/admin/instance').send({ name: null, terms: null });
  expect(await shown()).toMatchObject({ name: 'Harbour', rules: ['No spam'], texts: [] });
  expect((await scene.app.agent().get('/instance/texts/terms')).body.code).toBe('NOT_FOUND');
  expect((await agent.get('/admin/instance')).body.data).toMatchObject({ name: 'Harbour', terms: '' });
  // sign-up would ask for them
  await agent.patch('/admin/instance').send({ rules: null });
  expect(await scene.app.ctx.admin.log.of(new Types.ObjectId(user._id), 10)).toMatchObject([
    { act: 'change-settings', note: 'rules' },
    { act: 'change-settings', note: 'name, terms' },
    { act: 'change-settings', note: 'name, rules, terms' },
  ]);
});

it('publishes the contact in security.txt, and nothing without one [B18-3]', async () => {
  const { agent } = await admin();
  const ask = () => scene.app.agent().get('/feeds/.well-known/security.txt');
  expect((await ask()).status).toBe(404);
  await agent.patch('/admin/instance').send({ contact: 'safe@harbour.example' });
  const { text, headers } = await ask();
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const end = new Date(scene.app.clock.now().getTime() + 180 * DAY).toISOString();
  expect(text.split('\n')).toEqual([
    'Contact: mailto:safe@harbour.example',
    `Expires: ${end}`,
    'Preferred-Languages: en',
    `Canonical: ${scene.app.ctx.config.webOrigin}/.well-known/security.txt`,
    '',
  ]);
  await agent.patch('/admin/instance').send({ contact: 'https://harbour.example/security' });
  expect((await ask()).text).toMatch(/^Contact: https:\/\/harbour\.example\/security\n/);
});

it('keeps what two admins change at once', async () => {
  const [one, other] = await Promise.all([admin(), admin()]);
  await Promise.all([
    one.agent.patch('/admin/instance').send({ description: 'By the sea' }),
    other.agent.patch('/admin/instance').send({ announcement: 'Back at noon' }),
  ]);
  expect(await shown()).toMatchObject({ description: 'By the sea', announcement: 'Back at noon' });
});

it('changes nothing if no setting is named', async () => {
  const { agent } = await admin();
  const before = (await agent.get('/admin/instance')).body;
  expect((await agent.patch('/admin/instance').send({})).body).toEqual(before);
});

it.each([
  [{ name: ' ' }, 'Name is required'],
  [{ accent: 'blue' }, 'Accent must be a colour such as #1d9bf0'],
  [{ logo: 'javascript:alert(1)' }, 'Logo must be an http or https address'],
  [{ contact: 'the office' }, 'Contact must be an e-mail address or the address of a page'],
  [{ rules: Array(21).fill('One more') }, 'At most 20 rules'],
  [{ registration: 'maybe' }, 'Registration must be one of open, approval, invitation, closed'],
  [{ terms: 'x'.repeat(20_001) }, 'Terms must be at most 20000 characters'],
])('refuses the settings of case %#', async (body, message) => {
  const { agent } = await admin();
  const answer = await agent.patch('/admin/instance').send(body);
  expect(answer.status).toBe(400);
  expect(answer.body.errors[0].message).toBe(message);
});

it('is closed to members and visitors', async () => {
  const { agent } = await scene.app.signUp();
  expect((await agent.get('/admin/instance')).status).toBe(403);
  expect((await agent.patch('/admin/instance').send({ name: 'Mine' })).status).toBe(403);
  expect((await scene.app.agent().patch('/admin/instance').send({ name: 'Mine' })).status).toBe(401);
});
