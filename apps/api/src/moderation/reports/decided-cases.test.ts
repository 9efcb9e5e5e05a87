import { describe, expect, it, vi } from 'vitest';
import {
  admin,
  author,
  decide,
  decisionScene,
  id,
  isOpen,
  later,
  logOf,
  other,
  post,
  postStatus,
  reported,
} from '../../testing/decision-scene.js';
import { signUpAdmin, signUpModerator, type SignedUp } from '../../testing/people.js';

const scene = decisionScene();

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

  it('has what an admin removed from its own menu, as removed by them [B9-32]', async () => {
    const comment = (await author.agent.post('/comments').send({ postId: post, body: 'Buy pills' })).body.data
      ._id as string;
    const second = await reported({ kind: 'comment', target: comment });
    await other.agent.delete(`/comments/${comment}`).expect(200);
    scene.app.clock.advance(1000);
    await other.agent.delete(`/posts/${post}`).expect(200);
    expect([await isOpen(), await isOpen(second)]).toEqual([false, false]);
    const removed = { act: 'remove', adminName: other.user.userName, undoable: null };
    expect((await decidedList(admin)).data).toMatchObject([
      { content: null, quoted: { title: 'Cheap <b>pills</b>' }, decided: removed },
      { content: null, quoted: { text: 'Buy pills' }, decided: removed },
    ]);
    expect((await logOf(author.user)).map(({ act }) => act)).toEqual(['remove-comment', 'remove-post']);
  });

  it('has neither what its author deleted nor what was decided already [B9-32]', async () => {
    await author.agent.delete(`/posts/${post}`).expect(200);
    expect(await isOpen()).toBe(true);
    const next = (await author.agent.post('/posts').send({ title: 'More pills' })).body.data._id as string;
    const second = await reported({ kind: 'post', target: next });
    await decide(admin, { act: 'dismiss' }, second).expect(200);
    await other.agent.delete(`/posts/${next}`).expect(200);
    await later();
    const decided = (await decidedList(admin)).data.find(({ _id }) => _id === second)?.decided;
    expect(decided).toMatchObject({ act: 'dismiss', adminName: admin.user.userName });
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
