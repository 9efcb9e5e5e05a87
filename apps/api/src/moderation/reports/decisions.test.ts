import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../platform/time.js';
import {
  admin,
  author,
  decide,
  decisionScene,
  due,
  id,
  isOpen,
  later,
  logOf,
  mailTo,
  other,
  post,
  postStatus,
  reported,
  UNDO_FOR,
} from '../../testing/decision-scene.js';
import { openMailServer } from '../../testing/mail-server.js';
import { image } from '../../testing/media-items.js';
import { signUpAdmin, type SignedUp } from '../../testing/people.js';
import { createTestApp } from '../../testing/test-app.js';

const scene = decisionScene();

describe('a decision', () => {
  it('runs ten seconds later, once, and is logged [B9-9]', async () => {
    const answer = await decide(admin, { act: 'remove', note: 'Third time' });
    expect(answer.status, answer.text).toBe(200);
    expect((await other.agent.get('/admin/reports?limit=50')).text).not.toContain(id);
    scene.app.clock.advance(UNDO_FOR - 1);
    await due();
    expect(await postStatus()).toBe(200);
    scene.app.clock.advance(1);
    await Promise.all([due(), due()]);
    await due();
    expect(await postStatus()).toBe(404);
    expect(await logOf(author.user)).toMatchObject([
      { act: 'remove-post', adminName: admin.user.userName, note: 'Third time · Cheap <b>pills</b>' },
    ]);
    expect((await decide(admin, { act: 'dismiss' })).status).toBe(409);
  });

  it('quotes nothing of a post without words [B9-12]', async () => {
    const wordless = (await author.agent.post('/posts').send({ media: [image('cat')] })).body.data
      ._id as string;
    for (const act of ['warn', 'remove'] as const) {
      const reportCase = await reported({ kind: 'post', target: wordless });
      await decide(admin, { act }, reportCase).expect(200);
      await later();
    }
    const texts = (await scene.app.ctx.mail.kept(author.user.email)).map(({ text }) => text).join('\n');
    expect(texts).toContain('The moderators looked at your post, which was reported');
    expect(texts).toContain('The moderators removed your post. Nobody');
    expect((await logOf(author.user)).map(({ note }) => note)).toEqual(['', '']);
  });

  it('runs ten seconds later even if the clock is set back', async () => {
    await decide(admin, { act: 'remove' });
    scene.app.clock.advance(-30 * MINUTE);
    await due();
    expect(await postStatus()).toBe(200);
    await later();
    expect(await postStatus()).toBe(404);
    scene.app.clock.advance(30 * MINUTE);
  });

  it('can be undone before it runs, by the admin who made it [B9-10]', async () => {
    const { decision } = (await decide(admin, { act: 'remove' })).body.data as { decision: string };
    const undo = ({ agent }: SignedUp) => agent.post(`/admin/reports/${id}/undo`).send({ decision });
    expect((await undo(other)).status).toBe(409);
    expect((await undo(admin)).status).toBe(200);
    await later();
    expect(await postStatus()).toBe(200);
    expect(await isOpen()).toBe(true);
    expect(await logOf(author.user)).toEqual([]);
    expect((await undo(admin)).status).toBe(409);
  });

  it('cannot be undone after it has run [B9-10]', async () => {
    const { decision } = (await decide(admin, { act: 'dismiss' })).body.data as { decision: string };
    await later();
    const late = await admin.agent.post(`/admin/reports/${id}/undo`).send({ decision });
    expect([late.status, late.body.message]).toEqual([409, 'This cannot be undone any more']);
  });

  it('is made by one of two admins who act at once; the other gets a conflict [B9-11]', async () => {
    const answers = await Promise.all([decide(admin, { act: 'dismiss' }), decide(other, { act: 'remove' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409)!;
    const [winner, act] =
      answers[0].status === 200 ? [admin.user.userName, 'Dismissed'] : [other.user.userName, 'Removed'];
    expect(lost.body).toMatchObject({
      code: 'CONFLICT',
      message: `${winner} has decided this already: ${act}`,
    });
    await later();
    expect(await postStatus()).toBe(act === 'Removed' ? 404 : 200);
  });

  it('survives a restart, and runs once if two processes start it [B9-9]', async () => {
    await decide(admin, { act: 'warn' });
    scene.app.clock.advance(UNDO_FOR);
    const { name: dbName } = scene.app.ctx.connection;
    const { clock } = scene.app;
    const begun = await Promise.all([createTestApp({ dbName, clock }), createTestApp({ dbName, clock })]);
    await Promise.all(begun.map((app) => due(app)));
    await Promise.all(begun.map((app) => app.close()));
    await due();
    expect(await logOf(author.user)).toMatchObject([{ act: 'warn' }]);
    expect(await mailTo(author.user)).toHaveLength(1);
  });

  it('is logged once after a crash while it ran [B9-9]', async () => {
    await decide(admin, { act: 'remove' });
    const { ReportCase } = scene.app.ctx.models;
    const before = (await ReportCase.findById(id).lean())!;
    await later();
    await ReportCase.collection.replaceOne({ _id: before._id }, before);
    await due();
    expect(await logOf(author.user)).toHaveLength(1);
    expect(await isOpen()).toBe(false);
  });

  it('sends one mail after a crash while it ran, or the same id if the mail was sent before', async () => {
    const server = await openMailServer();
    const app = await createTestApp({
      dbName: scene.app.ctx.connection.name,
      clock: scene.app.clock,
      config: { mail: { smtpUrl: `smtp://127.0.0.1:${server.port}`, mailbox: false } },
    });
    await decide(admin, { act: 'warn' });
    const { ReportCase } = app.ctx.models;
    const before = (await ReportCase.findById(id).lean())!;
    const again = async () => {
      await ReportCase.collection.replaceOne({ _id: before._id }, before);
      await due(app);
    };
    await later(app);
    await again();
    await app.ctx.jobs.runDue('mail');
    expect(server.received.map(({ to }) => to)).toEqual([[author.user.email]]);
    await again();
    await app.ctx.jobs.runDue('mail');
    expect(new Set(server.received.map(({ raw }) => /^Message-ID: .+$/im.exec(raw)?.[0])).size).toBe(1);
    await app.close();
  });

  it('does not run if its admin has lost the role', async () => {
    const former = await signUpAdmin(scene.app);
    await decide(former, { act: 'remove' });
    await scene.app.ctx.admin.setAdmin(former.user.userName, false);
    await later();
    expect(await postStatus()).toBe(200);
    expect(await isOpen()).toBe(true);
    expect((await decide(former, { act: 'remove' })).status).toBe(403);
  });

  it.each(['decision', 'undo', 'notes'])('rejects other users at /%s', async (path) => {
    const body = { act: 'dismiss', decision: id, text: 'x' };
    const call = ({ agent }: Pick<SignedUp, 'agent'>) =>
      agent.post(`/admin/reports/${id}/${path}`).send(body);
    expect((await call({ agent: scene.app.agent() })).status).toBe(401);
    const answer = await call(author);
    expect([answer.status, answer.body.code]).toEqual([403, 'PERMISSION_DENIED']);
    expect(await isOpen()).toBe(true);
  });

  it.each([
    ['an unknown act', { act: 'shadow-ban' }, 400],
    ['no act', {}, 400],
    ['an operator', { act: { $ne: '' } }, 400],
    ['too many days', { act: 'suspend', days: 400 }, 400],
    ['a long note', { act: 'dismiss', note: 'x'.repeat(501) }, 400],
    ['a long message', { act: 'warn', message: 'x'.repeat(501) }, 400],
  ])('with %s is rejected', async (_what, body, status) => {
    expect((await decide(admin, body)).status).toBe(status);
    expect(await isOpen()).toBe(true);
  });
});

describe('the actions', () => {
  it('remove a comment and leave its post [B9-12]', async () => {
    const made = await author.agent.post('/comments').send({ postId: post, body: 'Buy now' });
    const reportCase = await reported({ kind: 'comment', target: made.body.data._id });
    await decide(admin, { act: 'remove' }, reportCase);
    await later();
    expect((await scene.app.agent().get(`/comments/post/${post}`)).body.data).toEqual([]);
    expect(await postStatus()).toBe(200);
    expect(await logOf(author.user)).toMatchObject([{ act: 'remove-comment', note: 'Buy now' }]);
  });

  it('quote the content on one line, without splitting a character', async () => {
    const body = `Buy\nnow ${'🌳'.repeat(95)}`;
    const made = await author.agent.post('/comments').send({ postId: post, body });
    const reportCase = await reported({ kind: 'comment', target: made.body.data._id });
    await decide(admin, { act: 'remove' }, reportCase);
    await later();
    expect(await logOf(author.user)).toMatchObject([{ note: `Buy now ${'🌳'.repeat(91)}…` }]);
  });

  it('warn by mail, without the reporter’s name and without markup [B9-12]', async () => {
    await decide(admin, { act: 'warn', message: 'Please <i>stop</i>' });
    await later();
    const [mail] = await mailTo(author.user);
    expect(mail?.subject).toBe('A warning from the moderators');
    expect(mail?.text).toContain('your post “Cheap <b>pills</b>”, which was reported: Spam or a scam.');
    expect(mail?.text).toContain('They say: Please <i>stop</i>');
    expect(mail?.html).not.toMatch(/<b>|<i>/);
    expect(await postStatus()).toBe(200);
    expect(await logOf(author.user)).toMatchObject([{ act: 'warn', adminName: admin.user.userName }]);
  });

  it('remove a post, and tell its author by mail and notice, without the reporter’s name [B9-12 B9-25]', async () => {
    await decide(admin, { act: 'remove', message: 'No ads here' });
    await later();
    await due();
    const mails = await scene.app.ctx.mail.kept(author.user.email);
    const told = mails.filter(({ subject }) => subject === 'Your post was removed');
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('your post “Cheap <b>pills</b>”, which was reported: Spam or a scam.');
    expect(told[0]?.text).toContain('They say: No ads here');
    expect(told[0]?.text).toContain('The moderators removed your post.');
    expect((await author.agent.get('/notifications/notices')).body.data).toMatchObject([
      { kind: 'remove-post', content: 'Cheap <b>pills</b>', text: 'No ads here' },
    ]);
  });

  it('remove a post whose author is gone', async () => {
    await scene.app.ctx.models.User.deleteOne({ _id: author.user._id });
    expect((await decide(admin, { act: 'warn' })).status).toBe(404);
    expect((await decide(admin, { act: 'remove' })).status).toBe(200);
    await later();
    expect(await isOpen()).toBe(false);
  });

  it('suspend for some days or without an end, and notify by mail [B9-12]', async () => {
    const reportCase = await reported({ kind: 'person', target: author.user._id });
    await decide(admin, { act: 'suspend', days: 7, note: 'Spam' }, reportCase);
    await later();
    expect(await postStatus()).toBe(404);
    const [mail] = await mailTo(author.user);
    expect(mail?.text).toMatch(/your profile, which was reported.*suspended your account until \d{4}-/s);
    expect(await logOf(author.user)).toMatchObject([{ act: 'suspend', note: '7 days. Spam' }]);
    await decide(other, { act: 'suspend' });
    await later();
    const user = await scene.app.ctx.users.get(author.user._id);
    expect(user?.suspendedUntil).toBeNull();
    expect(user?.suspendedAt).not.toBeNull();
  });

  it('dismiss and change nothing; a later report starts a new case [B9-12]', async () => {
    await decide(admin, { act: 'dismiss', note: 'Fine' });
    await later();
    expect(await postStatus()).toBe(200);
    expect(await logOf(author.user)).toMatchObject([{ act: 'dismiss', note: 'Fine' }]);
    expect(await mailTo(author.user)).toEqual([]);
    const next = await reported({ kind: 'post', target: post });
    expect(next).not.toBe(id);
    expect(await isOpen(next)).toBe(true);
  });

  it('count reports that arrive before an undo', async () => {
    const { decision } = (await decide(admin, { act: 'dismiss' })).body.data as { decision: string };
    expect(await reported({ kind: 'post', target: post })).toBe(id);
    await admin.agent.post(`/admin/reports/${id}/undo`).send({ decision });
    expect((await admin.agent.get(`/admin/reports/${id}`)).body.data.count).toBe(2);
  });

  it('do not remove a user or suspend an admin', async () => {
    const reportCase = await reported({ kind: 'person', target: other.user._id });
    expect((await decide(admin, { act: 'remove' }, reportCase)).body.message).toBe(
      'A person cannot be removed',
    );
    const refused = await decide(admin, { act: 'suspend' }, reportCase);
    expect([refused.status, refused.body.message]).toEqual([403, 'An admin cannot be suspended']);
    expect(await isOpen(reportCase)).toBe(true);
  });

  it('reopen a case whose author has become an admin', async () => {
    await decide(admin, { act: 'suspend' });
    await scene.app.ctx.admin.setAdmin(author.user.userName, true);
    await later();
    expect(await isOpen()).toBe(true);
    expect(await postStatus()).toBe(200);
  });

  it('find nothing to remove if the author was faster', async () => {
    await decide(admin, { act: 'remove' });
    await author.agent.delete(`/posts/${post}`);
    await later();
    expect(await isOpen()).toBe(false);
    expect(await logOf(author.user)).toEqual([]);
  });
});

describe('notes', () => {
  it('are visible to other admins, up to fifty [B9-13]', async () => {
    const write = (text: string) => other.agent.post(`/admin/reports/${id}/notes`).send({ text });
    const first = await write('  Asked them by mail ');
    expect([first.status, first.body.data.text]).toEqual([201, 'Asked them by mail']);
    expect((await admin.agent.get(`/admin/reports/${id}`)).body.data.notes).toMatchObject([
      { adminName: other.user.userName, text: 'Asked them by mail' },
    ]);
    expect((await write('  ')).status).toBe(400);
    await Promise.all(Array.from({ length: 49 }, (_, index) => write(`Note ${index}`)));
    expect((await write('One too many')).status).toBe(409);
  });
});
