import type { CurrentUser } from '@social-feed/contracts';
import { describe, expect, it } from 'vitest';
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
  other,
  post,
  postStatus,
  reported,
} from '../../testing/decision-scene.js';

const scene = decisionScene();

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
