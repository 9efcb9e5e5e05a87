import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { PASSWORD, isSignedIn, secondBrowser } from '../../testing/browsers.js';
import { countUnsettled } from '../../testing/counters.js';
import { appScene } from '../../testing/scene.js';
import { SWEEP_AGAIN_AFTER } from './account-deletions.js';

const scene = appScene();

describe('POST /auth/delete-account', () => {
  const finish = async () => {
    await scene.app.ctx.accountDeletions.run();
    scene.app.clock.advance(SWEEP_AGAIN_AFTER);
    await scene.app.ctx.accountDeletions.run();
  };

  it('asks for the password, or for the user name where there is none', async () => {
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

  it("removes what is theirs and keeps the counters of others' posts exact", async () => {
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
    await scene.app.ctx.models.MediaFile.create([
      {
        _id: 'f'.repeat(32),
        user: leaver.user._id,
        kind: 'image',
        bytes: 1,
        createdAt: scene.app.clock.now(),
      },
    ]);

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
    expect(await models.AccountDeletion.findById(user)).toBeNull();
    expect(await models.Comment.countDocuments({ post: own._id })).toBe(0);
    const shown = (await stayer.agent.get(`/posts/${kept._id}`)).body.data;
    expect(shown).toMatchObject({ commentsCount: 1, likes: 1, reactions: { likes: 1, saves: 1 } });
    const comments = (await stayer.agent.get(`/comments/post/${kept._id}`)).body;
    expect(comments.data).toMatchObject([{ body: 'Still here', reactions: { likes: 1 } }]);
    expect(await countUnsettled(scene.app)).toBe(0);
  });

  it('goes on where it was cut off, and takes what was written meanwhile', async () => {
    const [leaver, stayer] = await Promise.all([scene.app.signUp(), scene.app.signUp()]);
    const kept = (await stayer.agent.post('/posts').send({ title: 'Staying' })).body.data;
    const user = new Types.ObjectId(leaver.user._id);
    // As if the process had died right after the wish was noted.
    await scene.app.ctx.models.AccountDeletion.create([
      { _id: user, requestedAt: scene.app.clock.now(), sweptAt: null },
    ]);
    await leaver.agent.post('/comments').send({ postId: kept._id, body: 'Early' });
    await scene.app.ctx.accountDeletions.run();
    expect(await isSignedIn(leaver.agent)).toBe(false);
    const viewer = { id: leaver.user._id, userName: '', isAdmin: false, sessionId: '' };
    await scene.app.ctx.content.reactions.toggle(viewer, kept._id, 'like');
    await scene.app.ctx.accountDeletions.run();
    expect(await scene.app.ctx.models.AccountDeletion.countDocuments({ _id: user })).toBe(1);
    scene.app.clock.advance(SWEEP_AGAIN_AFTER);
    await scene.app.ctx.accountDeletions.run();
    expect(await scene.app.ctx.models.AccountDeletion.countDocuments({ _id: user })).toBe(0);
    const shown = (await stayer.agent.get(`/posts/${kept._id}`)).body.data;
    expect(shown).toMatchObject({ commentsCount: 0, likes: 0 });
  });
});
