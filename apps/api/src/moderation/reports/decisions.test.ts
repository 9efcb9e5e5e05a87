import type { CurrentUser } from '@social-feed/contracts';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE } from '../../platform/time.js';
import { openMailServer } from '../../testing/mail-server.js';
import { signUpAdmin, signUpModerator, type SignedUp } from '../../testing/people.js';
import { appScene } from '../../testing/scene.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

const scene = appScene();
const UNDO_FOR = 10_000;

let admin: SignedUp;
let other: SignedUp;
let author: SignedUp;
let post: string;
let id: string;

/** Reports something and returns the case. */
const reported = async (fields: object): Promise<string> => {
  const { agent } = await scene.app.signUp();
  const answer = await agent.post('/reports').send({ reason: 'spam', ...fields });
  expect(answer.status, answer.text).toBe(201);
  const { target } = fields as { target: string };
  return (await scene.app.ctx.models.ReportCase.findOne({ target, open: true }).lean())!._id.toString();
};
beforeAll(async () => {
  [admin, other] = [await signUpAdmin(scene.app), await signUpAdmin(scene.app)];
});
beforeEach(async () => {
  author = await scene.app.signUp();
  post = (await author.agent.post('/posts').send({ title: 'Cheap <b>pills</b>' })).body.data._id;
  id = await reported({ kind: 'post', target: post });
});

const decide = ({ agent }: SignedUp, body: object, reportCase = id) =>
  agent.post(`/admin/reports/${reportCase}/decision`).send(body);
const due = async (app: TestApp = scene.app) => {
  await app.ctx.jobs.add('report-acts');
  await app.ctx.jobs.runDue('report-acts');
};
const later = async (app: TestApp = scene.app) => {
  scene.app.clock.advance(UNDO_FOR);
  await due(app);
};
const logOf = async (user: CurrentUser) =>
  (await scene.app.ctx.admin.log.latest(1000)).filter((entry) => entry.user.toString() === user._id);
const postStatus = async () => (await scene.app.agent().get(`/posts/${post}`)).status;
/** The moderation mails to a user. */
const mailTo = async (user: CurrentUser) =>
  (await scene.app.ctx.mail.kept(user.email)).filter(({ subject }) => /moderators|suspended/.test(subject));
const isOpen = async (reportCase = id) =>
  (await scene.app.ctx.models.ReportCase.countDocuments({ _id: reportCase, open: true, decision: null })) ===
  1;

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
      { kind: 'remove-post', text: '“Cheap <b>pills</b>”\nNo ads here' },
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

describe('a decision about a version', () => {
  const versionOf = async (reportCase = id) =>
    (await admin.agent.get(`/admin/reports/${reportCase}`)).body.data.version as string;
  const edit = (title: string) => author.agent.put(`/posts/${post}`).send({ title });

  it('is refused with the new text if the post was edited since, and then made about that [B20-83]', async () => {
    const version = await versionOf();
    await edit('All friendly now').expect(200);
    const refused = await decide(admin, { act: 'remove', version });
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'CONTENT_CHANGED',
      'This post was edited. It now says: “All friendly now”. Please decide again.',
    ]);
    expect(await isOpen()).toBe(true);
    expect((await decide(admin, { act: 'dismiss', version: await versionOf() })).status).toBe(200);
  });

  it('needs none, and is the same for a post that was not edited or is gone [B20-83]', async () => {
    const version = await versionOf();
    const [listed] = (
      (await other.agent.get('/admin/reports?limit=50')).body.data as { _id: string }[]
    ).filter(({ _id }) => _id === id);
    expect(listed).toMatchObject({ version });
    await author.agent.delete(`/posts/${post}`).expect(200);
    expect((await decide(admin, { act: 'warn', version, message: 'Please stop' })).status).toBe(200);
  });

  it('is about a warning, a comment or a profile too [B20-83]', async () => {
    const text = { body: 'Buy pills' };
    const board = (await author.agent.get(`/boards/user/${author.user._id}`)).body.data._id as string;
    const comment = (await author.agent.post('/comments').send({ postId: post, ...text })).body.data
      ._id as string;
    const changes = [
      [
        'post',
        post,
        () => author.agent.put(`/posts/${post}`).send({ contentWarning: 'Pills' }),
        /^This post was edited.*“Pills: /,
      ],
      [
        'comment',
        comment,
        () => author.agent.patch(`/comments/${comment}`).send({ body: 'Have a nice day' }),
        /^This comment was edited.*“Have a nice day”/,
      ],
      [
        'person',
        author.user._id,
        () => author.agent.patch(`/users/${author.user._id}`).send({ fullName: 'Nice Ada' }),
        /^This profile was edited.*“Nice Ada”/,
      ],
      [
        'person',
        author.user._id,
        () => author.agent.put(`/boards/${board}`).send({ bio: 'Be nice' }),
        /^This profile was edited.*“Nice Ada: Be nice”/,
      ],
    ] as const;
    for (const [kind, target, change, words] of changes) {
      const reportCase = await reported({ kind, target });
      const version = await versionOf(reportCase);
      await change().expect(200);
      expect((await decide(admin, { act: 'dismiss', version }, reportCase)).body.message).toMatch(words);
    }
  });

  it('leaves a case open whose text was edited and reported while it was being dismissed [B20-84]', async () => {
    await decide(admin, { act: 'dismiss', version: await versionOf() }).expect(200);
    await edit('Worse than before').expect(200);
    scene.app.clock.advance(1000);
    await reported({ kind: 'post', target: post });
    await later();
    expect(await isOpen()).toBe(true);
    await decide(admin, { act: 'dismiss', version: await versionOf() }).expect(200);
    await later();
    expect(await isOpen()).toBe(false);
    expect(await reported({ kind: 'post', target: post })).not.toBe(id);
  });

  it('takes a second report of a reader about a new text [B20-84]', async () => {
    const { agent } = await scene.app.signUp();
    const report = (text: string) =>
      agent.post('/reports').send({ kind: 'post', target: post, reason: 'spam', text });
    expect((await report('First')).status).toBe(201);
    expect((await report('Again')).status).toBe(409);
    await edit('Worse than before').expect(200);
    scene.app.clock.advance(1000);
    expect((await report('Now it is worse')).status).toBe(201);
    const { data } = (await admin.agent.get(`/admin/reports/${id}`)).body;
    expect(data.count).toBe(2);
    expect(data.texts).toEqual(['Now it is worse']);
  });
});

describe('a decision with a second act', () => {
  it('warns the author and removes the post, each with its letter, once [B9-30]', async () => {
    const answer = await decide(admin, { act: 'warn', also: 'remove', message: 'Please stop' });
    expect(answer.status, answer.text).toBe(200);
    const { ReportCase } = scene.app.ctx.models;
    const before = (await ReportCase.findById(id).lean())!;
    await later();
    expect(await postStatus()).toBe(404);
    await ReportCase.collection.replaceOne({ _id: before._id }, before);
    await due();
    expect((await logOf(author.user)).map(({ act }) => act)).toEqual(['warn', 'remove-post']);
    const mails = (await scene.app.ctx.mail.kept(author.user.email)).map(({ subject }) => subject);
    expect(mails).toEqual(expect.arrayContaining(['A warning from the moderators', 'Your post was removed']));
    const { body } = await admin.agent.get(`/admin/reports/${id}`);
    expect(body.data.decided).toMatchObject({ act: 'warn', also: 'remove' });
  });

  it('suspends for some days and marks the post as sensitive [B9-30]', async () => {
    await decide(admin, { act: 'suspend', days: 3, also: 'mark-sensitive' }).expect(200);
    await later();
    expect((await logOf(author.user)).map(({ act }) => act)).toEqual(['suspend', 'mark-sensitive']);
  });

  it('is refused where it does not fit [B9-30]', async () => {
    const person = await reported({ kind: 'person', target: author.user._id });
    const refused = await decide(admin, { act: 'warn', also: 'remove' }, person);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: 'also', message: 'A person cannot be removed' }],
    ]);
    for (const body of [
      { act: 'warn', also: 'dismiss' },
      { act: 'dismiss', also: 'remove' },
    ])
      expect((await decide(admin, body)).status).toBe(400);
    expect(await isOpen()).toBe(true);
  });
});

describe('a suspension without an end', () => {
  const decisionsOf = async (user: CurrentUser) =>
    (await scene.app.ctx.models.ReportCase.find({ user: user._id, open: { $ne: true } }).lean()).map(
      ({ decision }) => [decision!.act, decision!.adminName],
    );

  it('closes the other open cases about the account [B9-31]', async () => {
    const person = await reported({ kind: 'person', target: author.user._id });
    const elsewhere = (await author.agent.post('/posts').send({ title: 'More pills' })).body.data
      ._id as string;
    const second = await reported({ kind: 'post', target: elsewhere });
    const foreign = await reported({ kind: 'person', target: (await scene.app.signUp()).user._id });
    await decide(admin, { act: 'suspend' }).expect(200);
    expect(await isOpen(person)).toBe(true);
    await later();
    expect([await isOpen(person), await isOpen(second), await isOpen(foreign)]).toEqual([false, false, true]);
    const { userName } = admin.user;
    expect(await decisionsOf(author.user)).toEqual([
      ['suspend', userName],
      ['suspend', userName],
      ['suspend', userName],
    ]);
    const { data } = (await other.agent.get('/admin/reports').query({ state: 'decided', limit: 3 })).body;
    expect((data as { _id: string }[]).map(({ _id }) => _id)).toEqual(
      expect.arrayContaining([id, person, second]),
    );
    expect(await logOf(author.user)).toHaveLength(1);
  });

  it('closes them from the page of a member too, one of some days does not [B9-31]', async () => {
    const suspend = (body: object) =>
      admin.agent.post(`/admin/users/${author.user._id}/suspend`).send(body).expect(200);
    await suspend({ days: 3 });
    expect(await isOpen()).toBe(true);
    await suspend({});
    expect(await isOpen()).toBe(false);
    expect(await decisionsOf(author.user)).toEqual([['suspend', admin.user.userName]]);
  });

  it('leaves what another moderator has decided [B9-31]', async () => {
    const person = await reported({ kind: 'person', target: author.user._id });
    await decide(admin, { act: 'suspend' }).expect(200);
    scene.app.clock.advance(5000);
    await decide(other, { act: 'dismiss' }, person).expect(200);
    scene.app.clock.advance(5000);
    await due();
    await later();
    expect(await decisionsOf(author.user)).toEqual(
      expect.arrayContaining([
        ['suspend', admin.user.userName],
        ['dismiss', other.user.userName],
      ]),
    );
  });
});

describe('GET /admin/reports?state=decided', () => {
  const decidedList = async ({ agent }: SignedUp, query: object = {}) => {
    const { body } = await agent.get('/admin/reports').query({ state: 'decided', limit: 2, ...query });
    return body as { data: { _id: string; target: string; decided: object }[]; nextCursor: string | null };
  };

  it('lists what was decided, by whom and when, the latest first [B9-26]', async () => {
    await decide(admin, { act: 'warn', message: 'Please stop', note: 'Third time' });
    const at = scene.app.clock.now().toISOString();
    await later();
    const second = await reported({ kind: 'post', target: post });
    await decide(other, { act: 'dismiss' }, second);
    await later();
    const third = await reported({ kind: 'person', target: author.user._id });
    await decide(admin, { act: 'dismiss' }, third);
    await later();
    const first = await decidedList(admin);
    expect(first.data.map(({ _id }) => _id)).toEqual([third, second]);
    const next = await decidedList(admin, { cursor: first.nextCursor });
    expect(next.data[0]).toMatchObject({
      _id: id,
      target: post,
      content: { title: 'Cheap <b>pills</b>' },
      decided: {
        act: 'warn',
        adminName: admin.user.userName,
        at,
        message: 'Please stop',
        note: 'Third time',
      },
    });
    const openOnes = (await admin.agent.get('/admin/reports?limit=50')).body.data as object[];
    expect(openOnes.every((each) => (each as { decided: unknown }).decided === null)).toBe(true);
  });

  it('lists a decision before it runs, and gives its maker what undoes it [B9-29]', async () => {
    const { decision } = (await decide(admin, { act: 'dismiss' })).body.data as { decision: string };
    const pendingOf = async (): Promise<unknown> =>
      (await decidedList(other)).data.filter(({ _id }) => _id === id).map((each) => each.decided);
    expect(await pendingOf()).toMatchObject([{ act: 'dismiss', undoable: decision }]);
    await admin.agent.post(`/admin/reports/${id}/undo`).send({ decision }).expect(200);
    expect(await pendingOf()).toEqual([]);
    await decide(admin, { act: 'dismiss' }).expect(200);
    await later();
    expect(await pendingOf()).toMatchObject([{ act: 'dismiss', undoable: null }]);
  });

  it('no longer lists a decision that could not run [B9-29]', async () => {
    const leaver = await signUpAdmin(scene.app);
    await decide(leaver, { act: 'remove' }).expect(200);
    await scene.app.ctx.admin.setAdmin(leaver.user.userName, false);
    await later();
    expect((await decidedList(admin)).data.map(({ _id }) => _id)).not.toContain(id);
    expect(await isOpen()).toBe(true);
  });

  it('quotes what was removed [B9-28]', async () => {
    await decide(admin, { act: 'remove' }).expect(200);
    await later();
    expect((await decidedList(admin)).data[0]).toMatchObject({
      _id: id,
      content: null,
      quoted: { userName: author.user.userName, title: 'Cheap <b>pills</b>' },
      decided: { act: 'remove' },
    });
  });

  it('has nothing about the asking admin, and is for moderators only [B9-26]', async () => {
    const own = (await other.agent.post('/posts').send({ title: 'Mine' })).body.data._id as string;
    const reportCase = await reported({ kind: 'post', target: own });
    await decide(admin, { act: 'dismiss' }, reportCase).expect(200);
    await later();
    const idsOf = async (by: SignedUp) => (await decidedList(by)).data.map(({ _id }) => _id);
    expect(await idsOf(admin)).toContain(reportCase);
    expect(await idsOf(other)).not.toContain(reportCase);
    expect((await author.agent.get('/admin/reports?state=decided')).status).toBe(403);
    await other.agent.post(`/admin/reports/${reportCase}/reopen`).expect(404);
    await author.agent.post(`/admin/reports/${reportCase}/reopen`).expect(403);
  });
});

describe('POST /admin/reports/:caseId/reopen', () => {
  const reopen = ({ agent }: SignedUp, reportCase = id) => agent.post(`/admin/reports/${reportCase}/reopen`);

  it('opens what was dismissed, in the log, so that it is decided anew [B9-27]', async () => {
    await decide(admin, { act: 'dismiss' });
    expect((await reopen(admin)).status).toBe(409);
    await later();
    await reopen(admin).expect(200);
    expect(await isOpen()).toBe(true);
    expect((await reopen(admin)).status).toBe(409);
    const { body } = await admin.agent.get('/admin/reports?state=decided&limit=50');
    expect((body.data as { _id: string }[]).map(({ _id }) => _id)).not.toContain(id);
    expect((await logOf(author.user)).map(({ act }) => act)).toEqual(['dismiss', 'reopen']);
    await decide(other, { act: 'remove' }).expect(200);
    await later();
    expect(await postStatus()).toBe(404);
  });

  it('opens nothing that was carried out, and nothing while newer reports are open [B9-27]', async () => {
    await decide(admin, { act: 'dismiss' });
    await later();
    const newer = await reported({ kind: 'post', target: post });
    const answer = await reopen(admin);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'There are newer reports of this. Decide those',
    ]);
    expect((await logOf(author.user)).map(({ act }) => act)).toEqual(['dismiss']);
    await decide(admin, { act: 'remove' }, newer);
    await later();
    expect((await reopen(admin, newer)).body.message).toBe('Only dismissed reports can be opened again');
  });

  it('logs nothing if a newer report arrives in between [B9-27]', async () => {
    await decide(admin, { act: 'dismiss' });
    await later();
    const { ReportCase } = scene.app.ctx.models;
    const count = vi.spyOn(ReportCase.collection, 'countDocuments').mockResolvedValueOnce(0);
    await reported({ kind: 'post', target: post });
    expect((await reopen(admin)).status).toBe(409);
    expect((await logOf(author.user)).map(({ act }) => act)).toEqual(['dismiss']);
    count.mockRestore();
  });

  it('lets only admins open what an admin dismissed, not other cases of the same author [B9-27]', async () => {
    const moderator = await signUpModerator(scene.app);
    const person = await reported({ kind: 'person', target: author.user._id });
    await decide(admin, { act: 'dismiss' });
    await decide(moderator, { act: 'dismiss' }, person);
    await later();
    expect((await reopen(moderator)).status).toBe(403);
    expect(await isOpen()).toBe(false);
    await reopen(moderator, person).expect(200);
    await reopen(other).expect(200);
  });
});
