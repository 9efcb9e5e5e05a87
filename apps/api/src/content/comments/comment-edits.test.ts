import { COMMENT_LIMITS, FORMER_TEXTS_MAX, type Comment, type FormerText } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { describe, expect, it, vi } from 'vitest';
import { MINUTE } from '../../platform/time.js';
import { commentScene } from '../../testing/comment-scene.js';
import { person, type Person } from '../../testing/people.js';

const scene = commentScene();
const { say, list } = scene;
const edit = (id: string, body: unknown, by = scene.ben) => by.agent.patch(`/comments/${id}`).send({ body });
const historyOf = async (path: string) =>
  (await scene.app.agent().get(`${path}/history`)).body.data as FormerText[];

describe('PATCH /comments/{commentId}', () => {
  it('changes the text, marks the comment as edited and stores the former text [B6-7]', async () => {
    const { _id, createdAt } = await say('Mind teh mud!');
    scene.app.clock.advance(MINUTE);
    const answer = await edit(_id, '  Mind the mud! ');
    expect(answer.body).toMatchObject({
      message: 'Comment updated',
      data: { _id, body: 'Mind the mud!', createdAt, editedAt: scene.app.clock.now().toISOString() },
    });
    expect((await list('')).data[0]?.body).toBe('Mind the mud!');
    expect(await historyOf(`/comments/${_id}`)).toEqual([
      { title: '', text: 'Mind teh mud!', writtenAt: createdAt },
    ]);
  });

  it('rejects an edit after 15 minutes with a message [B6-7]', async () => {
    const { _id } = await say('Mind the mud!');
    const writtenBefore = async (age: number) => {
      const createdAt = new Date(scene.app.clock.now().getTime() - age);
      await scene.app.ctx.models.Comment.updateOne({ _id }, { $set: { createdAt } });
    };
    await writtenBefore(COMMENT_LIMITS.editableFor);
    expect((await edit(_id, 'In time')).status).toBe(200);
    await writtenBefore(COMMENT_LIMITS.editableFor + 1);
    const late = await edit(_id, 'Too late');
    expect([late.status, late.body.code, late.body.message]).toEqual([
      403,
      'PERMISSION_DENIED',
      'A comment can be edited for 15 minutes after it was written',
    ]);
    expect((await list('')).data[0]?.body).toBe('In time');
  });

  it('allows only the author, not even an admin [B6-7]', async () => {
    const { _id } = await say('Mind the mud!');
    for (const by of [scene.ada, scene.admin]) {
      const answer = await edit(_id, 'Mine', by);
      expect([answer.status, answer.body.message]).toEqual([403, 'Permission denied']);
    }
    expect((await scene.app.agent().patch(`/comments/${_id}`).send({ body: 'x' })).status).toBe(401);
    const named = await scene.ben.agent.patch(`/comments/${_id}`).send({ body: 'x', userId: scene.ada.id });
    expect(named.status).toBe(403);
  });

  it('rejects invalid texts and deleted comments', async () => {
    const { _id } = await say('Mind the mud!');
    for (const body of ['', '   ', 'x'.repeat(COMMENT_LIMITS.bodyMax + 1), { $set: 1 }, undefined])
      expect((await edit(_id, body)).status).toBe(400);
    await scene.ben.agent.delete(`/comments/${_id}`);
    const gone = await edit(_id, 'Again');
    expect([gone.status, gone.body.message]).toEqual([404, 'Comment not found']);
  });

  it('does nothing if the text is the same', async () => {
    const { _id } = await say('Mind the mud!');
    expect(((await edit(_id, 'Mind the mud!')).body.data as Comment).editedAt).toBeNull();
    expect(await historyOf(`/comments/${_id}`)).toEqual([]);
  });

  it('stores every text of concurrent edits [B6-8]', async () => {
    const { _id } = await say('0');
    const texts = ['1', '2', '3', '4', '5', '6'];
    for (const { status } of await Promise.all(texts.map((body) => edit(_id, body))))
      expect(status).toBe(200);
    const present = (await list('')).data[0]!.body;
    const kept = (await historyOf(`/comments/${_id}`)).map(({ text }) => text);
    expect([...kept, present].sort()).toEqual(['0', ...texts]);
    expect(kept.at(-1)).toBe('0');
  });
});

describe('former texts', () => {
  const models = () => scene.app.ctx.models;

  it('are limited to the latest 20 [B6-8]', async () => {
    const { _id } = await say('0');
    for (let number = 1; number <= FORMER_TEXTS_MAX + 5; number += 1) {
      scene.app.clock.advance(1000);
      await edit(_id, String(number));
    }
    const kept = (await historyOf(`/comments/${_id}`)).map(({ text }) => text);
    expect(kept).toEqual(Array.from({ length: FORMER_TEXTS_MAX }, (_, index) => String(24 - index)));
    expect(await models().FormerText.countDocuments({ of: _id })).toBe(FORMER_TEXTS_MAX);
  });

  it('of a post are its titles and descriptions; other edits store none [B6-8]', async () => {
    const write = (body: object) => scene.ada.agent.put(`/posts/${scene.post}`).send(body);
    await write({ tags: ['sea'] });
    expect(await historyOf(`/posts/${scene.post}`)).toEqual([]);
    await write({ description: 'All the way out' });
    await write({ title: 'High tide' });
    const kept = await historyOf(`/posts/${scene.post}`);
    expect(kept.map(({ title, text }) => [title, text])).toEqual([
      ['Low tide', 'All the way out'],
      ['Low tide', ''],
    ]);
    const unknown = await scene.app.agent().get('/posts/0123456789abcdef01234567/history');
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Post not found']);
  });

  it('are deleted with their comment, post or account [B6-9]', async () => {
    const carl = await person(scene.app);
    const [first, second] = [await say('a', carl), await say('b', carl)];
    for (const { _id } of [first, second]) await edit(_id, 'c', carl);
    await scene.ada.agent.put(`/posts/${scene.post}`).send({ title: 'High tide' });
    const left = () => models().FormerText.countDocuments({ post: scene.post });
    expect(await left()).toBe(3);
    await carl.agent.delete(`/comments/${first._id}`);
    expect(await left()).toBe(2);
    const gone = await scene.app.agent().get(`/comments/${first._id}/history`);
    expect(gone.status).toBe(404);
    await scene.app.ctx.comments.deleteOf(new Types.ObjectId(carl.id));
    expect(await left()).toBe(1);
    await scene.ada.agent.delete(`/posts/${scene.post}`);
    expect(await left()).toBe(0);
  });

  it('are deleted with a comment or post that is removed during an edit', async () => {
    const { _id } = await say('a');
    const commentPath = `/comments/${_id}`;
    const postPath = `/posts/${scene.post}`;
    const { collection } = models().FormerText;
    const keep = collection.updateOne.bind(collection) as (...args: unknown[]) => Promise<never>;
    const removedBefore = (path: string, by: Person) =>
      vi.spyOn(collection, 'updateOne').mockImplementationOnce(async (...args) => {
        await by.agent.delete(path);
        return keep(...args);
      });
    removedBefore(commentPath, scene.ben);
    expect((await scene.ben.agent.patch(commentPath).send({ body: 'b' })).status).toBe(404);
    expect(await models().FormerText.countDocuments({ of: _id })).toBe(0);
    removedBefore(postPath, scene.ada);
    expect((await scene.ada.agent.put(postPath).send({ title: 'High tide' })).status).toBe(404);
    expect(await models().FormerText.countDocuments({ of: scene.post })).toBe(0);
  });

  it('are deleted with their account, even if their comment or post is gone', async () => {
    const carl = new Types.ObjectId((await person(scene.app)).id);
    const post = new Types.ObjectId();
    await models().FormerText.create({ of: post, post, user: carl, writtenAt: new Date() });
    await scene.app.ctx.posts.deleteOf(carl, new AbortController().signal);
    expect(await models().FormerText.countDocuments({ user: carl })).toBe(0);
  });

  it('are deleted with a comment that stays for its replies', async () => {
    const { _id } = await say('a');
    await edit(_id, 'b');
    await scene.ada.agent.post('/comments').send({ postId: scene.post, body: 'Below', parent: _id });
    await scene.ben.agent.delete(`/comments/${_id}`);
    expect(await models().FormerText.countDocuments({ of: _id })).toBe(0);
    expect((await scene.app.agent().get(`/comments/${_id}/history`)).status).toBe(404);
  });

  it('are part of the export of the account [B6-9]', async () => {
    const { _id } = await say('Mind teh mud!');
    await edit(_id, 'Mind the mud!');
    const exported = (await scene.ben.agent.get('/auth/export')).body;
    expect(exported.formerTexts).toContainEqual(expect.objectContaining({ of: _id, text: 'Mind teh mud!' }));
    expect(exported.comments).toContainEqual(expect.objectContaining({ _id, body: 'Mind the mud!' }));
  });
});
