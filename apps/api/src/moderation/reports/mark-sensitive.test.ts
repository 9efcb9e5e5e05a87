import { beforeEach, describe, expect, it } from 'vitest';
import { later } from '../../testing/decision-scene.js';
import { signUpAdmin, type SignedUp } from '../../testing/people.js';
import { appScene } from '../../testing/scene.js';

const scene = appScene();
let admin: SignedUp;
let author: SignedUp;
let post: string;

const reported = async (kind: string, target: string): Promise<string> => {
  const { agent } = await scene.app.signUp();
  await agent.post('/reports').send({ reason: 'sexual', kind, target }).expect(201);
  return (await scene.app.ctx.models.ReportCase.findOne({ target, open: true }).lean())!._id.toString();
};
const decide = (reportCase: string) =>
  admin.agent.post(`/admin/reports/${reportCase}/decision`).send({ act: 'mark-sensitive', note: 'Bare' });
const shown = async () =>
  (await scene.app.agent().get(`/posts/${post}`)).body.data as { sensitive: boolean; title: string };
const log = async () =>
  (await scene.app.ctx.admin.log.latest(1000)).filter(({ act }) => act === 'mark-sensitive');

beforeEach(async () => {
  admin = await signUpAdmin(scene.app);
  author = await scene.app.signUp();
  post = (await author.agent.post('/posts').send({ title: 'By the lake' })).body.data._id;
});

describe('marking a reported post as sensitive', () => {
  it('runs ten seconds later, is logged, and keeps the post [B9-22]', async () => {
    await decide(await reported('post', post)).expect(200);
    expect((await shown()).sensitive).toBe(false);
    await later(scene.app);
    expect(await shown()).toMatchObject({ title: 'By the lake', sensitive: true });
    expect((await log()).at(-1)).toMatchObject({
      adminName: admin.user.userName,
      note: 'Bare · By the lake',
    });
  });

  it('can be undone before it runs [B9-23]', async () => {
    const reportCase = await reported('post', post);
    const { decision } = (await decide(reportCase)).body.data as { decision: string };
    const before = (await log()).length;
    await admin.agent.post(`/admin/reports/${reportCase}/undo`).send({ decision }).expect(200);
    await later(scene.app);
    expect((await shown()).sensitive).toBe(false);
    expect(await log()).toHaveLength(before);
  });

  it('cannot be removed by the author, who gets a message and can edit all other fields [B9-24]', async () => {
    await decide(await reported('post', post));
    await later(scene.app);
    const refused = await author.agent.put(`/posts/${post}`).send({ sensitive: false });
    expect(refused.status).toBe(403);
    const message = 'The moderators marked this post as sensitive';
    expect(refused.body).toMatchObject({ message, errors: [{ path: 'sensitive', message }] });
    await author.agent.put(`/posts/${post}`).send({ title: 'At the lake' }).expect(200);
    expect(await shown()).toMatchObject({ title: 'At the lake', sensitive: true });
  });

  it('is for posts only [B9-22]', async () => {
    const comment = await author.agent.post('/comments').send({ postId: post, body: 'Words' });
    const targets = [
      ['person', author.user._id],
      ['comment', comment.body.data._id as string],
    ] as const;
    for (const [kind, target] of targets) {
      const answer = await decide(await reported(kind, target));
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([
        { path: 'act', message: 'Only a post can be marked as sensitive' },
      ]);
    }
  });

  it('does nothing if the post has been deleted', async () => {
    await decide(await reported('post', post));
    const before = (await log()).length;
    await author.agent.delete(`/posts/${post}`).expect(200);
    await later(scene.app);
    expect(await log()).toHaveLength(before);
  });
});
