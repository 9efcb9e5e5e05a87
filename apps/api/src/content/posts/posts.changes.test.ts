import type { Post } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { clip, image } from '../../testing/media-items.js';
import { peopleScene, writePost } from '../../testing/people.js';

const scene = peopleScene();
const UNKNOWN = '0123456789abcdef01234567';
const write = (fields: object = {}, by = scene.ada) => writePost(by, fields);

describe('PUT /posts/:id', () => {
  it('changes the fields in the request and no others, and keeps reactions [F7-13]', async () => {
    const post = await write({ description: 'First words', tags: ['one'], media: [image('heron')] });
    await scene.ben.agent.post(`/post-interactions/${post._id}/like`);
    const answer = await scene.ada.agent
      .put(`/posts/${post._id}`)
      .send({ title: 'Another title', likes: 50 });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      title: 'Another title',
      description: 'First words',
      tags: ['one'],
      likes: 1,
      createdAt: post.createdAt,
    });
    expect((answer.body.data as Post).media).toEqual(post.media);
    expect((answer.body.data as Post).editedAt).not.toBeNull();
  });

  it('replaces media and keeps known facts of those that stay', async () => {
    const post = await write({ media: [image('a'), image('b'), clip('c')] });
    const answer = await scene.ada.agent.put(`/posts/${post._id}`).send({ images: [image('b').url] });
    expect((answer.body.data as Post).media).toEqual([post.media[1], post.media[2]]);
    const cleared = await scene.ada.agent.put(`/posts/${post._id}`).send({ media: [] });
    expect((cleared.body.data as Post).media).toEqual([]);
  });

  it('rejects emptying a post', async () => {
    const post = await write();
    const answer = await scene.ada.agent.put(`/posts/${post._id}`).send({ title: '' });
    expect(answer.status).toBe(400);
    expect(((await scene.app.agent().get(`/posts/${post._id}`)).body.data as Post).title).toBe(
      'A heron at dusk',
    );
  });

  it('never leaves an empty post after two concurrent edits', async () => {
    const post = await write({ description: 'Words' });
    const edits = await Promise.all([
      scene.ada.agent.put(`/posts/${post._id}`).send({ title: '' }),
      scene.ada.agent.put(`/posts/${post._id}`).send({ description: '' }),
    ]);
    expect(edits.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('allows only the owner [F6-9]', async () => {
    const post = await write();
    for (const { agent } of [scene.ben, scene.admin]) {
      const answer = await agent.put(`/posts/${post._id}`).send({ title: 'Mine now' });
      expect(answer.status).toBe(403);
      expect(answer.body.message).toBe('Permission denied');
    }
    expect((await scene.app.agent().put(`/posts/${post._id}`).send({ title: 'x' })).status).toBe(401);
    expect((await scene.ada.agent.put(`/posts/${UNKNOWN}`).send({ title: 'x' })).status).toBe(404);
    expect((await scene.ada.agent.put(`/posts/${post._id}`).send({ title: ['x'] })).status).toBe(400);
  });
});

describe('DELETE /posts/:id', () => {
  it('deletes interactions, comments and their likes too [F7-14]', async () => {
    const post = await write();
    await scene.ben.agent.post(`/post-interactions/${post._id}/like`);
    const comment = await scene.ben.agent.post('/comments').send({ postId: post._id, body: 'Lovely' });
    await scene.ada.agent.patch(`/comments/${comment.body.data._id as string}/like`).send({});
    const answer = await scene.ada.agent.delete(`/posts/${post._id}`);
    expect(answer.body).toEqual({ success: true, message: 'Post deleted' });
    expect((await scene.app.agent().get(`/posts/${post._id}`)).status).toBe(404);
    const { Post, PostInteraction, Comment, CommentLike } = scene.app.ctx.models;
    const id = new Types.ObjectId(post._id);
    expect(await PostInteraction.countDocuments({ post: id })).toBe(0);
    expect(await Comment.countDocuments({ post: id })).toBe(0);
    expect(await CommentLike.countDocuments({ post: id })).toBe(0);
    expect(await Post.countDocuments({ _id: id })).toBe(0);
    expect((await scene.ada.agent.delete(`/posts/${post._id}`)).status).toBe(404);
  });

  it('allows the owner and admins [F6-11]', async () => {
    const post = await write();
    expect((await scene.app.agent().delete(`/posts/${post._id}`)).status).toBe(401);
    const foreign = await scene.ben.agent.delete(`/posts/${post._id}`);
    expect(foreign.status).toBe(403);
    expect(foreign.body.message).toBe('Permission denied');
    expect((await scene.ada.agent.delete('/posts/zzz')).status).toBe(400);
    expect((await scene.admin.agent.delete(`/posts/${post._id}`)).status).toBe(200);
  });
});
