import type { Post } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { commentScene } from '../../testing/comment-scene.js';

const UNKNOWN = '0123456789abcdef01234567';

const scene = commentScene();
const { say, list } = scene;

describe('POST /comments', () => {
  it('returns the comment and counts it [F3-9 F7-28]', async () => {
    const comment = await say('  Mind the mud!  ');
    expect(comment).toMatchObject({
      postId: scene.post,
      body: 'Mind the mud!',
      user: { _id: scene.ben.id, isFollowing: false },
      reactions: { likes: 0 },
      userHasLiked: false,
    });
    expect(comment.timestamp).toBe(comment.createdAt);
    expect(((await scene.app.agent().get(`/posts/${scene.post}`)).body.data as Post).commentsCount).toBe(1);
    expect((await list('limit=15&orderType=smart')).pagination.totalComments).toBe(1);
  });

  it.each([
    [{ body: '' }, 'Comment is required'],
    [{ body: '  \n ' }, 'Comment is required'],
    [{ body: 'x'.repeat(2001) }, 'Comment must be at most 2000 characters'],
    [{ body: { $gt: '' } }, 'Comment must be text'],
    [{ body: 'x', postId: 'p1' }, 'Invalid post ID'],
    [{ body: 'x', postId: undefined }, 'Invalid post ID'],
    [{ body: 'x', userId: 'me' }, 'Invalid user ID'],
  ])('rejects %j [F5-1 F5-3 F5-12]', async (fields, message) => {
    const answer = await scene.ben.agent.post('/comments').send({ postId: scene.post, ...fields });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(message);
    expect((await list('')).data).toEqual([]);
  });

  it('reports a deleted post, and requires a session [F5-2 F6-4]', async () => {
    const unknown = await scene.ben.agent.post('/comments').send({ postId: UNKNOWN, body: 'x' });
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Post not found']);
    const visitor = await scene.app.agent().post('/comments').send({ postId: scene.post, body: 'x' });
    expect(visitor.status).toBe(401);
  });

  it('rejects writing in the name of another user', async () => {
    const answer = await scene.ben.agent
      .post('/comments')
      .send({ postId: scene.post, body: 'x', userId: scene.ada.id });
    expect([answer.status, answer.body.message]).toEqual([403, 'Permission denied']);
    const own = await scene.ben.agent
      .post('/comments')
      .send({ postId: scene.post, body: 'x', userId: scene.ben.id });
    expect(own.status).toBe(201);
  });

  it('writes once when repeated with the same idempotency key', async () => {
    const send = () =>
      scene.ben.agent
        .post('/comments')
        .set('Idempotency-Key', `say ${scene.post}`)
        .send({ postId: scene.post, body: 'Once' });
    await send();
    await send();
    expect((await list('')).pagination.totalComments).toBe(1);
  });
});

describe('PATCH /comments/:id/like', () => {
  it('likes and unlikes [F7-29]', async () => {
    const { _id } = await say('Mind the mud!');
    const first = await scene.ada.agent.patch(`/comments/${_id}/like`).send({ userId: scene.ada.id });
    expect(first.body.data).toEqual({ userHasLiked: true, likes: 1, reactions: { likes: 1 } });
    const [seen] = (await list('limit=10&sortOrder=desc', scene.ada.agent)).data;
    expect(seen).toMatchObject({ userHasLiked: true, reactions: { likes: 1 } });
    expect((await list('', scene.ben.agent)).data[0]?.userHasLiked).toBe(false);
    const again = await scene.ada.agent.patch(`/comments/${_id}/like`).send({});
    expect(again.body.data).toMatchObject({ userHasLiked: false, likes: 0 });
  });

  it('is part of the export until the like is taken back', async () => {
    const { _id } = await say('Mind the mud!');
    const liked = async () => {
      const { commentLikes } = (await scene.ada.agent.get('/auth/export')).body;
      return (commentLikes as { comment: string }[]).some(({ comment }) => comment === _id);
    };
    await scene.ada.agent.patch(`/comments/${_id}/like`).send({});
    expect(await liked()).toBe(true);
    await scene.ada.agent.patch(`/comments/${_id}/like`).send({});
    expect(await liked()).toBe(false);
  });

  it('rejects visitors, other users’ names, malformed and unknown ids', async () => {
    const { _id } = await say('Mind the mud!');
    expect((await scene.app.agent().patch(`/comments/${_id}/like`).send({})).status).toBe(401);
    expect((await scene.ben.agent.patch(`/comments/${_id}/like`).send({ userId: scene.ada.id })).status).toBe(
      403,
    );
    const malformed = await scene.ben.agent.patch('/comments/c1/like').send({});
    expect([malformed.status, malformed.body.message]).toEqual([400, 'Invalid comment ID']);
    const unknown = await scene.ben.agent.patch(`/comments/${UNKNOWN}/like`).send({});
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Comment not found']);
  });
});

describe('DELETE /comments/:id', () => {
  it('allows the author and admins, and deletes the likes too', async () => {
    const { _id } = await say('Mind the mud!');
    await scene.ada.agent.patch(`/comments/${_id}/like`).send({});
    expect((await scene.app.agent().delete(`/comments/${_id}`)).status).toBe(401);
    const foreign = await scene.ada.agent.delete(`/comments/${_id}`);
    expect([foreign.status, foreign.body.message]).toEqual([403, 'Permission denied']);
    expect((await scene.ben.agent.delete(`/comments/${_id}`)).body).toEqual({
      success: true,
      message: 'Comment deleted',
    });
    expect((await scene.ben.agent.delete(`/comments/${_id}`)).status).toBe(404);
    expect((await list('')).pagination.totalComments).toBe(0);
    expect(await scene.app.ctx.models.CommentLike.countDocuments({ comment: new Types.ObjectId(_id) })).toBe(
      0,
    );
    const other = await say('Another');
    expect((await scene.admin.agent.delete(`/comments/${other._id}`)).status).toBe(200);
  });
});
