import type { CurrentUser } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { describe, expect, it, vi } from 'vitest';
import { DAY } from '../../platform/time.js';
import { PASSWORD, isSignedIn, secondBrowser } from '../../testing/browsers.js';
import { expectDelivered } from '../../testing/counters.js';
import { appScene } from '../../testing/scene.js';
import { SWEEP_AGAIN_AFTER } from './account-deletions.js';

const scene = appScene({ config: { mongo: { monitorCommands: true } } });

const deletions = () => scene.app.ctx.models.Job.countDocuments({ type: 'account-deletion' });
/** An upload record. */
const upload = (_id: string, { _id: user }: CurrentUser) => {
  const facts = { width: 1, height: 1, placeholder: '' };
  const createdAt = scene.app.clock.now();
  const record = { _id, user, kind: 'image', bytes: 1, createdAt, facts, checkAt: createdAt };
  return scene.app.ctx.models.MediaFile.create([record as never]);
};

describe('POST /auth/delete-account', () => {
  const finish = async () => {
    await scene.app.ctx.jobs.runDue('account-deletion');
    scene.app.clock.advance(SWEEP_AGAIN_AFTER);
    await scene.app.ctx.jobs.runDue('account-deletion');
  };

  it('requires the password, or the user name if the account has no password', async () => {
    const { agent, user } = await scene.app.signUp();
    const remove = (body: object) => agent.post('/auth/delete-account').send(body);
    for (const body of [{}, { password: 'wrong 1' }, { userName: user.userName }]) {
      expect((await remove(body)).status).toBe(400);
    }
    expect(await isSignedIn(agent)).toBe(true);
    await scene.app.ctx.models.User.updateOne({ _id: user._id }, { $unset: { passwordHash: 1 } });
    expect((await remove({ userName: 'another' })).status).toBe(400);
    expect((await remove({ userName: user.userName })).status).toBe(200);
    expect(await isSignedIn(agent)).toBe(false);
  });

  it("deletes the user's data and keeps the counters of other posts exact", async () => {
    const [leaver, stayer] = await Promise.all([scene.app.signUp(), scene.app.signUp()]);
    const own = (await leaver.agent.post('/posts').send({ title: 'Going' })).body.data;
    const kept = (await stayer.agent.post('/posts').send({ title: 'Staying' })).body.data;
    const { data: comment } = (
      await stayer.agent.post('/comments').send({ postId: kept._id, body: 'Still here' })
    ).body;
    await stayer.agent.post('/comments').send({ postId: own._id, body: 'Bye' });
    await stayer.agent.post(`/post-interactions/${own._id}/like`);
    for (const { agent } of [leaver, stayer]) {
      await agent.post(`/post-interactions/${kept._id}/like`);
      await agent.post(`/posts/${kept._id}/bookmark`);
      await agent.patch(`/comments/${comment._id}/like`);
    }
    await leaver.agent.post('/comments').send({ postId: kept._id, body: 'Soon gone' });
    await leaver.agent.post('/auth/tokens').send({ name: 'Left behind' });
    await upload('f'.repeat(32), leaver.user);

    const answer = await leaver.agent.post('/auth/delete-account').send({ password: PASSWORD });
    expect(answer.status, answer.text).toBe(200);
    expect((await scene.app.agent().get(`/posts/${own._id}`)).status).toBe(404);
    expect((await scene.app.agent().get(`/users/username/${leaver.user.userName}`)).status).toBe(404);
    expect(await isSignedIn(await secondBrowser(scene.app, leaver.user.userName))).toBe(false);
    await finish();

    const user = new Types.ObjectId(leaver.user._id);
    const { models } = scene.app.ctx;
    const left = await Promise.all(
      [
        models.Post,
        models.Comment,
        models.CommentLike,
        models.PostInteraction,
        models.Board,
        models.Session,
        models.ApiToken,
      ].map((model) => model.collection.countDocuments({ user })),
    );
    expect(left).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(await models.MediaFile.countDocuments({ user })).toBe(0);
    expect(await models.User.findById(user)).toBeNull();
    expect(await deletions()).toBe(0);
    expect(await models.Comment.countDocuments({ post: own._id })).toBe(0);
    const shown = (await stayer.agent.get(`/posts/${kept._id}`)).body.data;
    expect(shown).toMatchObject({ commentsCount: 1, likes: 1, reactions: { likes: 1, saves: 1 } });
    const comments = (await stayer.agent.get(`/comments/post/${kept._id}`)).body;
    expect(comments.data).toMatchObject([{ body: 'Still here', reactions: { likes: 1 } }]);
    await expectDelivered(scene.app);
  });

  it('resumes after an interruption and deletes content written in between', async () => {
    const [leaver, stayer] = await Promise.all([scene.app.signUp(), scene.app.signUp()]);
    const kept = (await stayer.agent.post('/posts').send({ title: 'Staying' })).body.data;
    // As if the process had crashed right after the deletion was enqueued.
    await scene.app.ctx.jobs.add('account-deletion', { userId: leaver.user._id });
    await leaver.agent.post('/comments').send({ postId: kept._id, body: 'Early' });
    await scene.app.ctx.jobs.runDue('account-deletion');
    expect(await isSignedIn(leaver.agent)).toBe(false);
    const viewer = { id: leaver.user._id, userName: '', isAdmin: false, sessionId: '' };
    await scene.app.ctx.interactions.reactions.react(viewer, kept._id, 'like');
    await scene.app.ctx.jobs.runDue('account-deletion');
    expect(await deletions()).toBe(1);
    scene.app.clock.advance(SWEEP_AGAIN_AFTER);
    await scene.app.ctx.jobs.runDue('account-deletion');
    expect(await deletions()).toBe(0);
    const shown = (await stayer.agent.get(`/posts/${kept._id}`)).body.data;
    expect(shown).toMatchObject({ commentsCount: 0, likes: 0 });
  });

  it('deletes the other accounts if one deletion fails', async () => {
    const { ctx, clock } = scene.app;
    const people = await Promise.all(Array.from({ length: 3 }, () => scene.app.signUp()));
    for (const [index, { user, agent }] of people.entries()) {
      const _id = String(index).repeat(32);
      await upload(_id, user);
      await agent.post('/auth/delete-account').send({ password: PASSWORD });
    }
    const remove = vi.spyOn(ctx.uploads.storage, 'remove').mockImplementation((id) => {
      if (id.startsWith('0')) return Promise.reject(new Error('access denied'));
      return Promise.resolve();
    });
    await finish();
    const left = await ctx.models.Job.find({ type: 'account-deletion' }).lean();
    expect(left).toMatchObject([{ key: people[0]?.user._id, lastError: 'access denied' }]);
    remove.mockRestore();
    clock.advance(SWEEP_AGAIN_AFTER);
    await finish();
    expect(await deletions()).toBe(0);
  });

  it('does not search other posts for the uploads of a deleted post', async () => {
    const { ctx, clock } = scene.app;
    const { agent, user } = await scene.app.signUp();
    for (const digit of ['a', 'b', 'c']) {
      const _id = digit.repeat(32);
      await upload(_id, user);
      await agent.post('/posts').send({ images: [`${ctx.config.apiOrigin}/media/${_id}/1280.webp`] });
    }
    // Uploads attached recently are kept for a while without a check.
    clock.advance(DAY);
    const searches: object[] = [];
    const client = ctx.connection.getClient();
    client.on('commandStarted', ({ command }) => {
      if (command['find'] === 'posts' && JSON.stringify(command['filter']).includes('uploads')) {
        searches.push(command['filter'] as object);
      }
    });
    await ctx.account.deletions.begin(user._id);
    await finish();
    expect(await ctx.models.Post.countDocuments({ user: new Types.ObjectId(user._id) })).toBe(0);
    expect(searches).toEqual([]);
  });
});
