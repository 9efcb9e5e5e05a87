import type { Comment, Post } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { commentScene } from '../../testing/comment-scene.js';
import type { Person } from '../../testing/people.js';
import { DAY } from '../../platform/time.js';

const scene = commentScene();
const { say } = scene;
const by = ({ agent }: Person, fields: object = {}) =>
  agent.post('/comments').send({ postId: scene.post, body: 'May I?', ...fields });
const rule = async (fields: object) =>
  (await scene.ada.agent.put(`/posts/${scene.post}`).send(fields).expect(200)).body.data as Post;
const read = async (agent = scene.app.agent()) =>
  (await agent.get(`/posts/${scene.post}`).expect(200)).body.data as Post;
const follow = (who: Person, whom: Person, kind = 'follow') =>
  who.agent
    .post('/people/changes')
    .send({ changes: [{ kind, user: whom.id, at: scene.app.clock.now().toISOString() }] })
    .expect(200);
const countOf = async () => (await read()).commentsCount;

describe('who may comment on a post', () => {
  it('is everybody, and says nothing in the answer, unless the author chose [B24-1]', async () => {
    const post = await read(scene.ben.agent);
    expect(post).not.toHaveProperty('commenting');
    expect(post).not.toHaveProperty('commentsCloseAt');
    expect(post).not.toHaveProperty('mayComment');
    await by(scene.ben).expect(201);
  });

  it('can be nobody: only the author writes, and replies are refused too [B24-1 B24-2]', async () => {
    const first = await say('Before');
    await rule({ commenting: 'nobody' });
    const refused = await by(scene.ben);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      403,
      'COMMENTS_CLOSED',
      'Nobody can comment on this post',
    ]);
    expect((await by(scene.ben, { parent: first._id })).status).toBe(403);
    expect(await read(scene.ben.agent)).toMatchObject({ commenting: 'nobody', mayComment: false });
    expect(await read()).toMatchObject({ commenting: 'nobody', mayComment: false });
    expect(await read(scene.ada.agent)).not.toHaveProperty('mayComment');
    await by(scene.ada).expect(201);
    expect(await countOf()).toBe(2);
  });

  it('can be those whom the author follows, in the answer of each reader [B24-1]', async () => {
    await rule({ commenting: 'followed' });
    const refused = await by(scene.ben);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Only people whom the author follows can comment on this post',
    ]);
    // following the author is not enough
    await follow(scene.ben, scene.ada);
    expect((await by(scene.ben)).status).toBe(403);
    await follow(scene.ada, scene.ben);
    await by(scene.ben).expect(201);
    expect(await read(scene.ben.agent)).not.toHaveProperty('mayComment');
    expect(await read()).toMatchObject({ mayComment: false });
    scene.app.clock.advance(1000);
    await follow(scene.ada, scene.ben, 'unfollow');
    expect((await by(scene.ben)).status).toBe(403);
    expect((await read(scene.ben.agent)).mayComment).toBe(false);
  });

  it('ends after some days, and begins again without them [B24-3]', async () => {
    const { createdAt, commentsCloseAt } = await rule({ commentsCloseAfter: 2 });
    expect(Date.parse(commentsCloseAt!) - Date.parse(createdAt)).toBe(2 * DAY);
    const comment = await say('In time');
    const written = new Date(scene.app.clock.now().getTime() - 2 * DAY);
    await scene.app.ctx.models.Post.collection.updateOne(
      { _id: new Types.ObjectId(scene.post) },
      { $set: { createdAt: written } },
    );
    const late = await by(scene.ben);
    expect([late.body.code, late.body.message]).toEqual([
      'COMMENTS_CLOSED',
      'Comments on this post are closed',
    ]);
    expect((await read(scene.ben.agent)).mayComment).toBe(false);
    // what is there stays usable
    await scene.ada.agent.patch(`/comments/${comment._id}/like`).expect(200);
    expect((await scene.list('')).data.map(({ _id }) => _id)).toEqual([comment._id]);
    await scene.ben.agent.delete(`/comments/${comment._id}`).expect(200);
    expect(await rule({ commentsCloseAfter: null })).not.toHaveProperty('commentsCloseAt');
    await by(scene.ben).expect(201);
  });

  it('still lets authors edit comments that they wrote before [B24-2]', async () => {
    const comment = await say('Befor');
    await rule({ commenting: 'nobody' });
    const edited = await scene.ben.agent.patch(`/comments/${comment._id}`).send({ body: 'Before' });
    expect((edited.body.data as Comment).body).toBe('Before');
  });

  it('has no exception for admins', async () => {
    await rule({ commenting: 'nobody' });
    expect((await by(scene.admin)).status).toBe(403);
  });

  it('stays if an edit does not name it [B24-1]', async () => {
    await rule({ commenting: 'followed', commentsCloseAfter: 7 });
    const edited = await rule({ title: 'High tide' });
    expect(edited.commenting).toBe('followed');
    expect(edited.commentsCloseAt).toBeDefined();
  });

  it.each([
    [{ commenting: 'friends' }, 'commenting must be one of everybody, followed, nobody'],
    [{ commentsCloseAfter: 0 }, 'Comments close after 1 day at the earliest'],
    [{ commentsCloseAfter: 366 }, 'Comments close after 365 days at the latest'],
    [{ commentsCloseAfter: 1.5 }, 'commentsCloseAfter must be a whole number of days, or null'],
  ])('rejects %j', async (fields, message) => {
    const answer = await scene.ada.agent.put(`/posts/${scene.post}`).send(fields);
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });

  it('counts at the moment of the write: a comment that passed the check earlier is not kept [B24-4]', async () => {
    const { Post: posts, Comment: comments } = scene.app.ctx.models;
    const insert = comments.collection.insertOne.bind(comments.collection);
    // the author closes the comments between the check and the write
    comments.collection.insertOne = async (...given: Parameters<typeof insert>) => {
      comments.collection.insertOne = insert;
      await posts.collection.updateOne(
        { _id: new Types.ObjectId(scene.post) },
        { $set: { commenting: 'nobody' } },
      );
      return insert(...given);
    };
    try {
      const answer = await by(scene.ben);
      expect(answer.body.code).toBe('COMMENTS_CLOSED');
    } finally {
      comments.collection.insertOne = insert;
    }
    expect((await scene.list('')).data).toEqual([]);
    expect(await countOf()).toBe(0);
  });
});

describe('the setting for new posts', () => {
  const settings = (agent = scene.ada.agent) => agent.get('/posts/settings');
  const change = (fields: object) => scene.ada.agent.patch('/posts/settings').send(fields);
  const write = async (fields: object) =>
    (
      await scene.ada.agent
        .post('/posts')
        .send({ title: 'New', ...fields })
        .expect(201)
    ).body.data as Post;

  it('holds for posts that do not say otherwise, and only for later ones [B24-5]', async () => {
    expect((await settings().expect(200)).body.data).toEqual({
      commenting: 'everybody',
      commentsCloseAfter: null,
      deleteAfter: null,
    });
    const chosen = (await change({ commenting: 'followed' }).expect(200)).body.data as object;
    expect(chosen).toMatchObject({ commenting: 'followed', commentsCloseAfter: null });
    await change({ commentsCloseAfter: 30 }).expect(200);
    const post = await write({});
    expect(post.commenting).toBe('followed');
    expect(Date.parse(post.commentsCloseAt!) - Date.parse(post.createdAt)).toBe(30 * DAY);
    const open = await write({ commenting: 'everybody', commentsCloseAfter: null });
    expect(open).not.toHaveProperty('commenting');
    expect(open).not.toHaveProperty('commentsCloseAt');
    expect(await read()).not.toHaveProperty('commenting');
    await change({ commenting: 'everybody', commentsCloseAfter: null }).expect(200);
    expect(await write({})).not.toHaveProperty('commenting');
  });

  it('is of the signed-in user, and is parsed', async () => {
    await scene.app.agent().get('/posts/settings').expect(401);
    expect((await change({ commenting: 'x' })).status).toBe(400);
    expect((await change({ commentsCloseAfter: -1 })).status).toBe(400);
    expect((await settings(scene.ben.agent)).body.data.commenting).toBe('everybody');
  });
});
