import { COMMENT_LIMITS, type Comment } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { describe, expect, it, vi } from 'vitest';
import { before } from '../../testing/before.js';
import { commentScene } from '../../testing/comment-scene.js';
import { expectExactCounters, expectDelivered } from '../../testing/counters.js';
import { person, writePost, type Person } from '../../testing/people.js';
import type { Agent } from '../../testing/test-app.js';

const UNKNOWN = '0123456789abcdef01234567';
const scene = commentScene();
const { say, list } = scene;

const send = (by: Person, parent: unknown, body = 'Indeed', postId = scene.post) =>
  by.agent.post('/comments').send({ postId, body, parent });
async function reply(parent: string, body = 'Indeed', by = scene.ada): Promise<Comment> {
  const answer = await send(by, parent, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data as Comment;
}
async function repliesOf(root: string, query = '', agent: Agent = scene.app.agent()) {
  const answer = await agent.get(`/comments/${root}/replies?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as { data: Comment[]; nextCursor: string | null };
}
const bodies = ({ data }: { data: Comment[] }) => data.map(({ body }) => body);
const remove = (id: string, by = scene.ben) => by.agent.delete(`/comments/${id}`);
const storedReplies = async (id: string) =>
  (await scene.app.ctx.models.Comment.findById(id).lean())?.replies ?? 0;

describe('a reply', () => {
  it('is listed below its comment, not among the comments, and counts on both [B6-1]', async () => {
    const root = await say('Mind the mud!');
    const made = await reply(root._id);
    expect(made).toMatchObject({ parent: root._id, repliesCount: 0, body: 'Indeed', isRemoved: false });
    for (const order of ['orderType=smart', 'sortOrder=desc', 'sortOrder=asc']) {
      const page = await list(order);
      expect(page.data.map(({ _id }) => _id)).toEqual([root._id]);
      expect(page.data[0]).toMatchObject({ parent: null, repliesCount: 1, editedAt: null });
      expect(page.pagination.totalComments).toBe(2);
    }
    expect((await expectExactCounters(scene.app, scene.post)).commentsCount).toBe(2);
  });

  it('to a reply is listed below the same comment: there is only one level [B6-1]', async () => {
    const root = await say('Mind the mud!');
    const first = await reply(root._id);
    const second = await reply(first._id, 'So it is', scene.ben);
    expect(second.parent).toBe(root._id);
    expect(bodies(await repliesOf(root._id))).toEqual(['Indeed', 'So it is']);
    expect(await storedReplies(root._id)).toBe(2);
    expect(await storedReplies(first._id)).toBe(0);
  });

  it('is rejected if the parent is missing, malformed, removed or of another post [B6-2]', async () => {
    const other = await writePost(scene.ada);
    const { _id } = await say('Mind the mud!');
    for (const [parent, postId] of [
      [UNKNOWN, scene.post],
      [_id, other._id],
    ]) {
      const answer = await send(scene.ada, parent, 'x', postId);
      expect([answer.status, answer.body.message]).toEqual([404, 'Comment not found']);
    }
    for (const parent of ['c1', { $ne: null }, [_id]]) {
      const malformed = await send(scene.ada, parent);
      expect([malformed.status, malformed.body.message]).toEqual([400, 'Invalid comment ID']);
    }
    await remove(_id);
    expect((await send(scene.ada, _id)).status).toBe(404);
    expect((await list('')).pagination.totalComments).toBe(0);
  });

  it('has the limits and rate limit of a comment, and is written once per idempotency key [B6-2]', async () => {
    const { _id } = await say('Mind the mud!');
    const long = await send(scene.ada, _id, 'x'.repeat(COMMENT_LIMITS.bodyMax + 1));
    expect(long.status).toBe(400);
    const once = () =>
      scene.ada.agent
        .post('/comments')
        .set('Idempotency-Key', `reply ${_id}`)
        .send({ postId: scene.post, body: 'Once', parent: _id });
    const [first, again] = [await once(), await once()];
    expect(again.body.data._id).toBe(first.body.data._id);
    expect(await storedReplies(_id)).toBe(1);
  });

  it('can be liked like a comment, and keeps its position', async () => {
    const root = await say('Mind the mud!');
    await reply(root._id, 'First');
    const second = await reply(root._id, 'Second');
    expect((await scene.ben.agent.patch(`/comments/${second._id}/like`).send({})).body.data.likes).toBe(1);
    expect(bodies(await repliesOf(root._id))).toEqual(['First', 'Second']);
    expect((await list('orderType=smart')).data).toHaveLength(1);
  });
});

describe('many replies at once', () => {
  it('leave exact counts under concurrent removals [B6-3]', async () => {
    const root = await say('Mind the mud!');
    const people = await Promise.all(Array.from({ length: 5 }, () => person(scene.app)));
    const made = await Promise.all(
      people.flatMap((by) => [reply(root._id, 'x', by), reply(root._id, 'y', by)]),
    );
    expect(await storedReplies(root._id)).toBe(10);
    await Promise.all([
      ...made.slice(0, 4).flatMap(({ _id }) => [remove(_id, scene.admin), remove(_id, scene.admin)]),
      ...people.map((by) => reply(made[9]!._id, 'z', by)),
    ]);
    expect(await storedReplies(root._id)).toBe(11);
    expect((await list('')).data[0]?.repliesCount).toBe(11);
    expect((await expectExactCounters(scene.app, scene.post)).commentsCount).toBe(12);
    await expectDelivered(scene.app);
  });

  it('to a comment that is being removed are all listed below it or all rejected [B6-3]', async () => {
    const { Comment: Stored } = scene.app.ctx.models;
    for (let round = 0; round < 4; round += 1) {
      const root = await say('Mind the mud!');
      const answers = await Promise.all([
        send(scene.ada, root._id),
        remove(root._id),
        send(scene.ben, root._id),
        send(scene.admin, root._id),
      ]);
      const kept = await Stored.countDocuments({ parent: root._id });
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(kept);
      expect(await Stored.countDocuments({ _id: root._id })).toBe(kept > 0 ? 1 : 0);
      expect(await storedReplies(root._id)).toBe(kept);
      await expectExactCounters(scene.app, scene.post);
    }
    await expectDelivered(scene.app);
  });
});

describe('GET /comments/{commentId}/replies', () => {
  it('lists them oldest first, page by page, unaffected by concurrent writes [B6-4]', async () => {
    const root = await say('Mind the mud!');
    for (const body of ['1', '2', '3', '4', '5']) {
      scene.app.clock.advance(1000);
      await reply(root._id, body);
    }
    const first = await repliesOf(root._id, 'limit=2');
    await reply(root._id, '6');
    const second = await repliesOf(root._id, `limit=3&cursor=${first.nextCursor}`);
    const third = await repliesOf(root._id, `limit=3&cursor=${second.nextCursor}`);
    expect([first, second, third].flatMap(bodies)).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(third.nextCursor).toBeNull();
    const foreign = await say('Another');
    const refused = await scene.app
      .agent()
      .get(`/comments/${foreign._id}/replies?cursor=${first.nextCursor}`);
    expect(refused.status).toBe(400);
  });

  it('leaves out suspended users, and returns 404 if the comment is not shown [B6-4]', async () => {
    const carl = await person(scene.app);
    const root = await say('Mind the mud!');
    const own = await say('Buy my things', carl);
    await reply(root._id, 'Buy more', carl);
    const below = await reply(own._id, 'No');
    await scene.app.ctx.models.User.updateOne({ _id: carl.id }, { $set: { suspendedAt: new Date() } });
    scene.app.clock.advance(1001);
    expect((await repliesOf(root._id)).data).toEqual([]);
    const reader = scene.app.agent();
    for (const path of [
      `${own._id}/replies`,
      own._id,
      below._id,
      `${below._id}/history`,
      `${UNKNOWN}/replies`,
    ]) {
      expect((await reader.get(`/comments/${path}`)).status, path).toBe(404);
    }
    expect((await send(scene.ben, below._id)).status).toBe(404);
    expect((await reader.get('/comments/c1/replies')).status).toBe(400);
  });
});

describe('GET /comments/{commentId}', () => {
  it('returns one comment, and the parent of a reply [B6-5]', async () => {
    const root = await say('Mind the mud!');
    const made = await reply(root._id);
    const alone = (await scene.app.agent().get(`/comments/${root._id}`)).body;
    expect([alone.data.body, alone.root]).toEqual(['Mind the mud!', null]);
    const both = (await scene.app.agent().get(`/comments/${made._id}`)).body;
    expect([both.data._id, both.root._id, both.root.repliesCount]).toEqual([made._id, root._id, 1]);
    await remove(made._id, scene.ada);
    const gone = await scene.app.agent().get(`/comments/${made._id}`);
    expect([gone.status, gone.body.message]).toEqual([404, 'Comment not found']);
  });
});

describe('a removed comment with replies', () => {
  it('stays without text, author and likes, is not counted, and is deleted with its last reply [B6-6]', async () => {
    const root = await say('Mind the mud!');
    await scene.ada.agent.patch(`/comments/${root._id}/like`).send({});
    const made = await reply(root._id);
    expect((await remove(root._id)).status).toBe(200);
    const page = await list('');
    expect(page.pagination.totalComments).toBe(1);
    expect(page.data).toEqual([
      expect.objectContaining({
        _id: root._id,
        body: 'This comment was removed',
        isRemoved: true,
        reactions: { likes: 0 },
        repliesCount: 1,
      }),
    ]);
    expect(page.data[0]!.user).toMatchObject({ userName: '', fullName: '', profilepic: '' });
    expect(bodies(await repliesOf(root._id))).toEqual(['Indeed']);
    expect((await remove(root._id)).status).toBe(404);
    for (const answer of [
      await scene.ada.agent.patch(`/comments/${root._id}/like`).send({}),
      await scene.ben.agent.patch(`/comments/${root._id}`).send({ body: 'Again' }),
      await send(scene.ada, root._id),
    ])
      expect(answer.status).toBe(404);
    await reply(made._id, 'To the reply');
    await scene.admin.agent.delete(`/comments/${made._id}`);
    expect((await list('')).data).toHaveLength(1);
    const [last] = (await repliesOf(root._id)).data;
    await remove(last!._id, scene.ada);
    expect((await list('')).data).toEqual([]);
    const stored = scene.app.ctx.models.Comment.countDocuments({ post: new Types.ObjectId(scene.post) });
    expect(await stored).toBe(0);
    await expectDelivered(scene.app);
  });

  it('is deleted when its last reply is removed at the same moment', async () => {
    const { Comment } = scene.app.ctx.models;
    const root = await say('Mind the mud!');
    const made = await reply(root._id);
    before(Comment.collection, 'updateOne', () => remove(made._id, scene.ada));
    expect((await remove(root._id)).status).toBe(200);
    expect((await list('')).data).toEqual([]);
    expect(await Comment.countDocuments({ post: new Types.ObjectId(scene.post) })).toBe(0);
  });

  it('gets no like from a request in progress', async () => {
    const root = await say('Mind the mud!');
    await reply(root._id);
    const { collection } = scene.app.ctx.models.CommentLike;
    const write = collection.findOneAndUpdate.bind(collection) as (...args: unknown[]) => Promise<never>;
    vi.spyOn(collection, 'findOneAndUpdate').mockImplementationOnce(async (...args: unknown[]) => {
      await remove(root._id);
      return write(...args);
    });
    expect((await scene.ada.agent.patch(`/comments/${root._id}/like`).send({})).status).toBe(404);
    expect((await list('')).data[0]).toMatchObject({ isRemoved: true, reactions: { likes: 0 } });
    const liked = scene.app.ctx.models.CommentLike.countDocuments({ comment: new Types.ObjectId(root._id) });
    expect(await liked).toBe(0);
  });

  it('also stays after its author’s account is deleted, with the replies of others [B6-6]', async () => {
    const carl = await person(scene.app);
    const root = await say('Mind the mud!', carl);
    await reply(root._id, 'By ada');
    await reply(root._id, 'By carl himself', carl);
    await scene.app.ctx.comments.deleteOf(new Types.ObjectId(carl.id));
    expect(bodies(await list(''))).toEqual(['This comment was removed']);
    expect(bodies(await repliesOf(root._id))).toEqual(['By ada']);
    expect(await scene.app.ctx.models.Comment.countDocuments({ user: carl.id })).toBe(0);
    expect((await expectExactCounters(scene.app, scene.post)).commentsCount).toBe(1);
  });
});
