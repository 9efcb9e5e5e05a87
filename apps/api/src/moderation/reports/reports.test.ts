import type { PostFields, ProfileFields } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signUpAdmin, type SignedUp } from '../../testing/people.js';
import { appScene } from '../../testing/scene.js';
import { createTestApp, type Agent } from '../../testing/test-app.js';

const scene = appScene();
const NOBODY = '0123456789abcdef01234567';

let admin: SignedUp;
let author: SignedUp;
let reader: SignedUp;
let post: string;

beforeAll(async () => {
  admin = await signUpAdmin(scene.app);
});
beforeEach(async () => {
  [author, reader] = [await scene.app.signUp(), await scene.app.signUp()];
  post = (await author.agent.post('/posts').send({ title: 'Cheap pills' })).body.data._id;
});

const report = (agent: Agent, fields: object = {}) =>
  agent.post('/reports').send({ kind: 'post', target: post, reason: 'spam', ...fields });
const caseOf = (target: string) => scene.app.ctx.models.ReportCase.findOne({ target, open: true }).lean();

describe('POST /reports', () => {
  it('sends a post, a comment or a user to the moderators [B9-3]', async () => {
    const comment = await author.agent.post('/comments').send({ postId: post, body: 'Buy now' });
    const answer = await report(reader.agent, { text: '  Look at this <b>link</b> ' });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.message).toBe('Thank you. The moderators will look at it.');
    const targets = [comment.body.data._id as string, author.user._id];
    for (const [index, kind] of ['comment', 'person'].entries())
      expect((await report(reader.agent, { kind, target: targets[index] })).status).toBe(201);
    for (const target of [post, ...targets])
      expect(await caseOf(target)).toMatchObject({
        count: 1,
        spam: 1,
        user: new Types.ObjectId(author.user._id),
      });
    expect(await scene.app.ctx.models.Report.findOne({ target: post }).lean()).toMatchObject({
      text: 'Look at this <b>link</b>',
    });
  });

  it('shows moderators the latest three texts of a case in the list, without names [B12-4]', async () => {
    for (const text of ['first', 'second', '', 'third', 'fourth']) {
      const { agent } = await scene.app.signUp();
      expect((await report(agent, { text })).status).toBe(201);
      scene.app.clock.advance(1000);
    }
    const { body } = await admin.agent.get('/admin/reports?limit=50').expect(200);
    const found = body.data.find(({ target }: { target: string }) => target === post);
    expect(found.texts).toEqual(['fourth', 'third', 'second']);
  });

  it('rejects deleted content even if its author is cached, and stores nothing', async () => {
    const { agent, user } = author;
    const other = await createTestApp({ dbName: scene.app.ctx.connection.name, clock: scene.app.clock });
    const { body } = await agent.post('/comments').send({ postId: post, body: 'Buy now' });
    const targets = { post, comment: body.data._id as string, person: user._id };
    // Both processes cache the author and the post's owner.
    await reader.agent.post(`/post-interactions/${post}/like`).expect(200);
    await other.agent().get(`/posts/${post}`).expect(200);
    await agent.delete(`/comments/${targets.comment}`).expect(200);
    await agent.delete(`/posts/${post}`).expect(200);
    await other.ctx.models.User.deleteOne({ _id: user._id });
    for (const [kind, target] of Object.entries(targets))
      expect((await report(reader.agent, { kind, target })).status, kind).toBe(404);
    expect(
      await scene.app.ctx.models.ReportCase.countDocuments({ target: { $in: Object.values(targets) } }),
    ).toBe(0);
    await other.close();
  });

  it('accepts one open report per user and target, even in parallel [B9-4]', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => report(reader.agent)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'ALREADY_EXISTS',
      message: 'You have told the moderators about this already. They will look at it.',
    });
    expect(await caseOf(post)).toMatchObject({ count: 1 });
  });

  it('counts exactly, by reason, under parallel reports [B9-5]', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => scene.app.signUp()));
    await Promise.all(
      people.map(({ agent }, index) => report(agent, { reason: index < 5 ? 'hate' : 'spam' })),
    );
    expect(await caseOf(post)).toMatchObject({ count: 8, hate: 5, spam: 3, other: 0 });
    expect(await scene.app.ctx.models.ReportCase.countDocuments({ target: post })).toBe(1);
  });

  it('counts a report after a crash before it was counted [B9-5]', async () => {
    await report(reader.agent);
    const { ReportCase, Report } = scene.app.ctx.models;
    const op = Types.ObjectId.createFromTime(scene.app.clock.now().getTime() / 1000 - 60);
    const { _id, ...rest } = (await Report.findOne({ target: post }).lean())!;
    const pending = [{ op, delta: { count: 1, other: 1 } }];
    await Report.collection.insertOne({ ...rest, reporter: new Types.ObjectId(), reason: 'other', pending });
    await scene.app.ctx.outbox.catchUp();
    await scene.app.ctx.outbox.catchUp();
    expect(await ReportCase.findById(rest.case).lean()).toMatchObject({ count: 2, spam: 1, other: 1 });
  });

  it('repeats the response to decisions and notes for the same Idempotency-Key, but not for a former admin', async () => {
    const former = await signUpAdmin(scene.app);
    await report(reader.agent);
    const path = `/admin/reports/${String((await caseOf(post))!._id)}`;
    const calls = [
      () => former.agent.post(`${path}/notes`).set('Idempotency-Key', 'n').send({ text: 'Seen before' }),
      () => former.agent.post(`${path}/decision`).set('Idempotency-Key', 'd').send({ act: 'dismiss' }),
    ];
    for (const call of calls) {
      const first = await call();
      expect(first.status, first.text).toBeLessThan(300);
      expect((await call()).body).toEqual(first.body);
    }
    await scene.app.ctx.admin.setAdmin(former.user.userName, false);
    for (const call of calls) expect((await call()).status).toBe(403);
  });

  it('repeats the response for the same Idempotency-Key', async () => {
    const send = () => report(reader.agent).set('Idempotency-Key', 'report-1');
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
  });

  it.each([
    ['an unknown reason', { reason: 'boring' }, 400],
    ['no reason', { reason: undefined }, 400],
    ['an unknown kind', { kind: 'board' }, 400],
    ['a malformed target', { target: 'x' }, 400],
    ['an operator as target', { target: { $ne: null } }, 400],
    ['too many words', { text: 'x'.repeat(501) }, 400],
    ['a post that is none', { target: NOBODY }, 404],
    ['a comment that is none', { kind: 'comment', target: NOBODY }, 404],
    ['nobody', { kind: 'person', target: NOBODY }, 404],
  ])('rejects %s, and stores nothing [B9-3]', async (_what, fields, status) => {
    expect((await report(reader.agent, fields)).status).toBe(status);
    expect(
      await scene.app.ctx.models.Report.countDocuments({ reporter: new Types.ObjectId(reader.user._id) }),
    ).toBe(0);
  });

  it('rejects oneself, and accepts content of a blocker', async () => {
    expect((await report(author.agent)).body.message).toBe('You cannot report yourself');
    const changes = [{ kind: 'block', user: reader.user._id, at: scene.app.clock.now().toISOString() }];
    await author.agent.post('/people/changes').send({ changes });
    expect((await report(reader.agent)).status).toBe(201);
    expect((await report(reader.agent, { kind: 'person', target: author.user._id })).status).toBe(201);
  });

  it('has a daily limit per account [B9-4]', async () => {
    const app = await createTestApp({ config: { accountLimitFactor: 1 } });
    try {
      const [writer, other] = [await app.signUp(), await app.signUp()];
      const statuses: number[] = [];
      for (let index = 0; index < 6; index += 1) {
        const target = index === 0 ? other.user._id : NOBODY;
        const body = { kind: 'person', target, reason: 'other' };
        statuses.push((await writer.agent.post('/reports').send(body)).status);
      }
      expect(statuses).toEqual([201, 404, 404, 404, 404, 429]);
      const body = { kind: 'person', target: writer.user._id, reason: 'other' };
      expect((await other.agent.post('/reports').send(body)).status).toBe(201);
    } finally {
      await app.close();
    }
  });
});

describe('an account', () => {
  it('is exported with its reports, which lose name and text when it is deleted [B9-6]', async () => {
    await report(reader.agent, { text: 'I know them from work' });
    const file = JSON.parse((await reader.agent.get('/auth/export')).text) as { reports: object[] };
    expect(file.reports).toMatchObject([
      { kind: 'post', target: post, reason: 'spam', text: 'I know them from work' },
    ]);
    await scene.app.ctx.account.deletions.begin(reader.user._id);
    await scene.app.ctx.jobs.runDue();
    const kept = (await scene.app.ctx.models.Report.find({ target: post }).lean())[0]!;
    expect(kept).toMatchObject({ reason: 'spam', text: '' });
    expect(kept).not.toHaveProperty('reporter');
    expect(await caseOf(post)).toMatchObject({ count: 1 });
  });

  it('is deleted with the reports about it and the decided cases [B9-6]', async () => {
    await report(reader.agent);
    await scene.app.ctx.models.ReportCase.updateOne(
      { target: post },
      { $unset: { open: 1 }, $set: { closedAt: scene.app.clock.now() } },
    );
    await scene.app.ctx.account.deletions.begin(author.user._id);
    await scene.app.ctx.jobs.runDue();
    expect(await scene.app.ctx.models.Report.countDocuments({ target: post })).toBe(0);
    expect(await scene.app.ctx.models.ReportCase.countDocuments({ target: post })).toBe(0);
  });

  it('leaves undecided cases closed, with what they quote, for 30 days [B9-28]', async () => {
    await report(reader.agent);
    await report(reader.agent, { kind: 'person', target: author.user._id });
    const [first, second] = [await caseOf(post), await caseOf(author.user._id)];
    const decision = { act: 'warn', message: 'Please stop' };
    await admin.agent
      .post(`/admin/reports/${String(first!._id)}/decision`)
      .send(decision)
      .expect(200);
    await scene.app.ctx.account.deletions.begin(author.user._id);
    await scene.app.ctx.jobs.runDue();
    const { body } = await admin.agent.get('/admin/reports?state=decided&limit=50').expect(200);
    for (const { _id } of [first!, second!]) {
      const found = (body.data as { _id: string }[]).find((each) => each._id === String(_id));
      expect(found).toMatchObject({
        author: null,
        content: null,
        decided: { act: null },
        quoted: {
          userName: author.user.userName,
          fullName: author.user.fullName,
          title: _id === first!._id ? 'Cheap pills' : '',
        },
      });
      await admin.agent.post(`/admin/reports/${String(_id)}/reopen`).expect(409);
    }
    expect(body.data.find(({ _id }: { _id: string }) => _id === String(second!._id)).target).not.toBe(
      author.user._id,
    );
    const stored = (await scene.app.ctx.models.ReportCase.findById(first!._id).lean())!;
    const days = (stored.expiresAt!.getTime() - stored.closedAt!.getTime()) / 86_400_000;
    expect([days, stored.decision, String(stored.user) === author.user._id]).toEqual([30, null, false]);
  });
});

describe('GET /admin/reports', () => {
  it('requires the admin role, which is checked on every request', async () => {
    await report(reader.agent);
    const { _id } = (await caseOf(post))!;
    const paths = ['/admin/reports', `/admin/reports/${_id.toString()}`];
    for (const path of paths) {
      expect((await scene.app.agent().get(path)).status).toBe(401);
      expect((await reader.agent.get(path)).status).toBe(403);
    }
    const former = await signUpAdmin(scene.app);
    for (const path of paths) expect((await former.agent.get(path)).status).toBe(200);
    await scene.app.ctx.admin.setAdmin(former.user.userName, false);
    for (const path of paths) expect((await former.agent.get(path)).status).toBe(403);
  });

  it('groups reports by target, with context, and never reveals the reporter [B9-7]', async () => {
    await report(reader.agent, { text: 'Look' });
    const second = await scene.app.signUp();
    await report(second.agent, { reason: 'hate' });
    const { _id } = (await caseOf(post))!;
    const list = await admin.agent.get('/admin/reports?limit=50');
    const reportCase = (list.body.data as { _id: string }[]).find((each) => each._id === _id.toString());
    expect(reportCase).toMatchObject({
      kind: 'post',
      target: post,
      count: 2,
      reasons: expect.arrayContaining([
        { reason: 'spam', count: 1 },
        { reason: 'hate', count: 1 },
      ]),
      author: { userName: author.user.userName, suspendedAt: null },
      content: { title: 'Cheap pills', text: '', postId: post },
    });
    await report(reader.agent, { kind: 'person', target: author.user._id });
    await scene.app.ctx.admin.suspend(null, author.user._id, { days: 1, reason: 'First' });
    await scene.app.ctx.admin.lift(null, author.user._id);
    const detail = await admin.agent.get(`/admin/reports/${_id.toString()}`);
    expect(detail.body.data).toMatchObject({
      reports: expect.arrayContaining([
        { reason: 'spam', text: 'Look', createdAt: expect.any(String) },
        { reason: 'hate', text: '', createdAt: expect.any(String) },
      ]),
      history: [{ act: 'lift' }, { act: 'suspend', note: '1 day. First', parts: { days: 1, text: 'First' } }],
      others: 1,
    });
    for (const answer of [list, detail])
      for (const { user } of [reader, second]) {
        expect(answer.text).not.toContain(user._id);
        expect(answer.text).not.toContain(user.userName);
      }
  });

  it('shows all that the author wrote in a post, a comment or a profile [B20-85]', async () => {
    const read = async (target: string) =>
      (await admin.agent.get(`/admin/reports/${(await caseOf(target))!._id.toString()}`)).body.data;
    const picture = {
      url: 'https://media.example/a.webp',
      kind: 'image',
      width: 4,
      height: 3,
      placeholder: '',
    };
    const fields: PostFields = {
      title: 'Boats',
      description: 'Many boats',
      media: [{ ...picture, kind: 'image', alt: 'A boat named Insult' }],
      tags: ['insult'],
      location: 'Insultville',
      contentWarning: 'An insult',
      sensitive: true,
      language: 'de',
    };
    const written = (await author.agent.post('/posts').send(fields)).body.data._id as string;
    await report(reader.agent, { target: written });
    const { description: text, ...others } = fields;
    expect(await read(written)).toMatchObject({ content: { ...others, text }, profile: null });

    const comment = (await author.agent.post('/comments').send({ postId: written, body: 'Words' })).body.data;
    await report(reader.agent, { kind: 'comment', target: comment._id });
    expect(await read(comment._id)).toMatchObject({
      content: { title: '', text: 'Words', contentWarning: '', tags: [], postId: written },
      profile: null,
    });

    const profile: ProfileFields = {
      coverPhoto: 'https://media.example/cover.webp',
      bio: 'An insult',
      location: 'Insultville',
      website: 'https://insult.example/',
      interests: ['insults'],
    };
    const { _id } = (await author.agent.get(`/boards/user/${author.user._id}`)).body.data as { _id: string };
    await author.agent.put(`/boards/${_id}`).send(profile).expect(200);
    await report(reader.agent, { kind: 'person', target: author.user._id });
    expect(await read(author.user._id)).toMatchObject({ content: null, profile });
  });

  it('hides reports about the admin', async () => {
    const own = (await admin.agent.post('/posts').send({ title: 'Mine' })).body.data._id as string;
    await report(reader.agent, { target: own });
    const id = (await caseOf(own))!._id.toString();
    expect((await admin.agent.get('/admin/reports?limit=50')).text).not.toContain(own);
    expect((await admin.agent.get(`/admin/reports/${id}`)).status).toBe(404);
    const decided = await admin.agent.post(`/admin/reports/${id}/decision`).send({ act: 'dismiss' });
    expect(decided.status).toBe(404);
    expect((await (await signUpAdmin(scene.app)).agent.get('/admin/reports?limit=50')).text).toContain(own);
  });

  it('marks deleted content [B9-7]', async () => {
    await report(reader.agent);
    await author.agent.delete(`/posts/${post}`);
    const { _id } = (await caseOf(post))!;
    expect((await admin.agent.get(`/admin/reports/${_id.toString()}`)).body.data).toMatchObject({
      content: null,
      author: { userName: author.user.userName },
      quoted: { userName: author.user.userName, title: 'Cheap pills', text: '' },
    });
  });

  it('quotes what was last reported, and only once it is gone [B9-28]', async () => {
    await report(reader.agent);
    await author.agent.put(`/posts/${post}`).send({ title: 'Cheaper pills' }).expect(200);
    await report((await scene.app.signUp()).agent);
    const { _id } = (await caseOf(post))!;
    const read = async () => (await admin.agent.get(`/admin/reports/${_id.toString()}`)).body.data;
    expect((await read()).quoted).toBeNull();
    await author.agent.delete(`/posts/${post}`).expect(200);
    expect((await read()).quoted).toMatchObject({ title: 'Cheaper pills' });
  });
});
