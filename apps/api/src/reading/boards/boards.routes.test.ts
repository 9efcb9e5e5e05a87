import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { insertPosts } from '../../testing/content.js';
import { twoUsersScene } from '../../testing/people.js';
import type { Agent } from '../../testing/test-app.js';

const scene = twoUsersScene();

const boardOf = async (agent: Agent, user = scene.owner.user) =>
  (await agent.get(`/boards/user/${user._id}`)).body.data;

describe('GET /boards/user/{id}', () => {
  it('shows the empty board of a new account to everyone', async () => {
    expect(await boardOf(scene.app.agent())).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      user: scene.owner.user._id,
      coverPhoto: '',
      bio: '',
      location: '',
      website: '',
      interests: [],
      bookmarks: [],
      socialStats: { followers: 0, following: 0, posts: 0, likes: 0 },
    });
  });

  it('shows bookmarks only to their owner', async () => {
    const [post] = (await insertPosts(scene.app, 1, new Types.ObjectId(scene.other.user._id))) as [string];
    await scene.owner.agent.post(`/posts/${post}/bookmark`);
    expect((await boardOf(scene.owner.agent)).bookmarks).toEqual([post]);
    expect((await boardOf(scene.other.agent)).bookmarks).toEqual([]);
    expect((await boardOf(scene.app.agent())).bookmarks).toEqual([]);
  });

  it('counts posts and likes from the posts', async () => {
    const { user } = await scene.app.signUp();
    const [post] = (await insertPosts(scene.app, 2, new Types.ObjectId(user._id))) as [string, string];
    await scene.other.agent.post(`/post-interactions/${post}/like`);
    expect((await boardOf(scene.app.agent(), user)).socialStats).toMatchObject({ posts: 2, likes: 1 });
    await scene.other.agent.post(`/post-interactions/${post}/like`);
    expect((await boardOf(scene.app.agent(), user)).socialStats).toMatchObject({ posts: 2, likes: 0 });
  });

  it('creates a missing board, but none for unknown or suspended users', async () => {
    const { user } = await scene.app.signUp();
    await scene.app.ctx.models.Board.deleteOne({ user: user._id });
    expect(await boardOf(scene.app.agent(), user)).toMatchObject({ user: user._id, bio: '' });
    await scene.app.ctx.models.User.updateOne({ _id: user._id }, { suspendedAt: new Date() });
    // Users are cached this long, so a suspension by another process shows up after it.
    scene.app.clock.advance(1000);
    expect((await scene.app.agent().get(`/boards/user/${user._id}`)).status).toBe(404);
    const unknown = '0123456789abcdef01234567';
    expect((await scene.app.agent().get(`/boards/user/${unknown}`)).status).toBe(404);
    expect(await scene.app.ctx.models.Board.countDocuments({ user: unknown })).toBe(0);
  });
});

describe('PUT /boards/{id}', () => {
  const change = async (body: object, agent = scene.owner.agent) =>
    agent.put(`/boards/${(await boardOf(scene.owner.agent))._id}`).send(body);

  it('changes the fields in the request and no others [A7.3-13]', async () => {
    const fields = {
      coverPhoto: 'https://pictures.example/cover.webp',
      bio: '  Likes long walks.  ',
      location: 'By the sea',
      website: 'https://me.example/',
      interests: ['Sea', 'Walking', 'sea'],
    };
    const answer = await change(fields);
    expect(answer.status, answer.text).toBe(200);
    const expected = { ...fields, bio: 'Likes long walks.', interests: ['Sea', 'Walking'] };
    expect(answer.body.data).toMatchObject(expected);
    expect((await change({ coverPhoto: '' })).body.data).toMatchObject({ ...expected, coverPhoto: '' });
  });

  it('allows only the owner, and never changes the owner', async () => {
    const answer = await change({ bio: 'Not mine' }, scene.other.agent);
    expect(answer.status).toBe(403);
    expect(answer.body.message).toBe('Permission denied');
    const kept = await change({ user: scene.other.user._id, socialStats: { likes: 99 }, bookmarks: ['x'] });
    expect(kept.body.data).toMatchObject({ user: scene.owner.user._id, socialStats: { likes: 0 } });
    const missing = await scene.owner.agent.put('/boards/0123456789abcdef01234567').send({ bio: 'x' });
    expect(missing.status).toBe(404);
  });

  it.each([
    ['bio', 'x'.repeat(301)],
    ['location', 'x'.repeat(101)],
    ['website', 'javascript:alert(1)'],
    ['website', 'me.example'],
    ['website', `https://me.example/${'x'.repeat(2000)}`],
    ['coverPhoto', 'data:image/png;base64,AA'],
    ['interests', 'sea'],
    ['interests', ['']],
    ['interests', Array.from({ length: 21 }, (_, index) => `interest ${index}`)],
    ['interests', ['x'.repeat(41)]],
  ])('rejects a bad %s and names the field', async (field, value) => {
    const answer = await change({ [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].path).toMatch(new RegExp(`^${field}`));
  });
});
