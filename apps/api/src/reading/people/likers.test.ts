import type { Person as Shown } from '@social-feed/contracts';
import { describe, expect, it } from 'vitest';
import { peopleScene, person, writePost, type Person } from '../../testing/people.js';
import type { Agent } from '../../testing/test-app.js';

const scene = peopleScene();

async function read(post: string, query = '', agent: Agent = scene.app.agent()) {
  const answer = await agent.get(`/posts/${post}/likes?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as { data: Shown[]; nextCursor: string | null };
}
const ids = ({ data }: { data: Shown[] }) => data.map(({ _id }) => _id);
const like = (by: Person, post: string) => by.agent.post(`/post-interactions/${post}/like`);

describe('GET /posts/{id}/likes', () => {
  it('lists the users who like a post in pages, latest first [B6-10]', async () => {
    const { _id: post } = await writePost(scene.ada);
    const fans = await Promise.all(Array.from({ length: 5 }, () => person(scene.app)));
    for (const fan of fans) {
      scene.app.clock.advance(1000);
      await like(fan, post);
    }
    await scene.ben.agent.post(`/post-interactions/${post}/dislike`);
    await like(fans[1]!, post); // Removes the like.
    const expected = [4, 3, 2, 0].map((index) => fans[index]!.id);
    const first = await read(post, 'limit=3');
    scene.app.clock.advance(1000);
    await like(scene.ben, post);
    const second = await read(post, `limit=3&cursor=${first.nextCursor}`);
    expect([...ids(first), ...ids(second)]).toEqual(expected);
    expect(second.nextCursor).toBeNull();
    expect(Object.keys(first.data[0]!)).toEqual(['_id', 'userName', 'fullName', 'profilepic']);
  });

  it('leaves out suspended and blocking users, and rejects posts of theirs [B6-10]', async () => {
    const { _id: post } = await writePost(scene.ada);
    const [blocker, gone] = await Promise.all([person(scene.app), person(scene.app)]);
    for (const by of [blocker, gone, scene.ben]) await like(by, post);
    const at = scene.app.clock.now().toISOString();
    const changes = [{ kind: 'block', user: scene.ben.id, at }];
    await blocker.agent.post('/people/changes').send({ changes });
    await scene.app.ctx.models.User.updateOne({ _id: gone.id }, { suspendedAt: new Date() });
    scene.app.clock.advance(1001);
    expect(ids(await read(post, '', scene.ben.agent))).toEqual([scene.ben.id]);
    expect(ids(await read(post))).toContain(blocker.id);
    const { _id: hidden } = await writePost(blocker);
    expect((await scene.ben.agent.get(`/posts/${hidden}/likes`)).status).toBe(404);
    expect((await scene.ben.agent.get(`/posts/${hidden}/history`)).status).toBe(404);
  });

  it('rejects unknown posts and cursors of other lists', async () => {
    const [one, two] = [await writePost(scene.ada), await writePost(scene.ada)];
    for (const by of [scene.ada, scene.ben]) await like(by, one._id);
    const { nextCursor } = await read(one._id, 'limit=1');
    const agent = scene.app.agent();
    expect((await agent.get(`/posts/${two._id}/likes?cursor=${nextCursor}`)).status).toBe(400);
    expect((await agent.get('/posts/p1/likes')).status).toBe(400);
    const unknown = await agent.get('/posts/0123456789abcdef01234567/likes');
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Post not found']);
  });
});
