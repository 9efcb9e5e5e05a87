import type { Post, ReactionState } from '@social-feed/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Agent, type TestApp } from '../testing/test-app.js';

const UNKNOWN = '0123456789abcdef01234567';

let app: TestApp;
let ada: Agent;
let ben: Agent;
let cleo: Agent;
let post: string;

const write = async (by: Agent = ada) =>
  ((await by.post('/posts').send({ title: 'Blue hour' })).body.data as Post)._id;

beforeAll(async () => {
  app = await createTestApp();
  [ada, ben, cleo] = [(await app.signUp()).agent, (await app.signUp()).agent, (await app.signUp()).agent];
});
afterAll(() => app.close());
beforeEach(async () => {
  post = await write();
});

async function call(agent: Agent, path: string, body?: object): Promise<ReactionState> {
  const answer = await agent.post(path).send(body ?? {});
  expect(answer.status).toBe(200);
  return answer.body.data as ReactionState;
}
const like = (agent = ben) => call(agent, `/post-interactions/${post}/like`);
const dislike = (agent = ben) => call(agent, `/post-interactions/${post}/dislike`);
const react = (type: string, action: string, agent = ben) =>
  call(agent, `/posts/${post}/reactions`, { type, action });

describe('like and dislike', () => {
  it('exclude each other, and a second time takes them back', async () => {
    expect(await like()).toEqual({
      reactions: { likes: 1, dislikes: 0, shares: 0, saves: 0 },
      userInteraction: { liked: true, disliked: false, saved: false, viewed: false },
      isPinned: false,
      isBookmarked: false,
    });
    expect(await dislike()).toMatchObject({
      reactions: { likes: 0, dislikes: 1 },
      userInteraction: { liked: false, disliked: true },
    });
    expect(await like()).toMatchObject({ reactions: { likes: 1, dislikes: 0 } });
    expect(await like()).toMatchObject({
      reactions: { likes: 0, dislikes: 0 },
      userInteraction: { liked: false, disliked: false },
    });
  });

  it('count users, not calls', async () => {
    await like(ben);
    expect((await like(cleo)).reactions.likes).toBe(2);
    expect((await dislike(ada)).reactions).toMatchObject({ likes: 2, dislikes: 1 });
  });

  it('are done once when a call is repeated with its key', async () => {
    const send = () => ben.post(`/post-interactions/${post}/like`).set('Idempotency-Key', `like ${post}`);
    await send();
    const again = await send();
    expect(again.body.data.reactions.likes).toBe(1);
  });
});

describe('reactions', () => {
  it.each(['like', 'dislike', 'share', 'save'])(
    'add and remove a %s once however often they are sent',
    async (type) => {
      const counter = `${type}s`;
      await react(type, 'add');
      expect((await react(type, 'add')).reactions).toMatchObject({ [counter]: 1 });
      expect((await react(type, 'remove')).reactions).toMatchObject({ [counter]: 0 });
      expect((await react(type, 'remove')).reactions).toMatchObject({ [counter]: 0 });
    },
  );

  it('never fall below 0 by removing what was never added', async () => {
    expect((await react('like', 'remove')).reactions).toEqual({ likes: 0, dislikes: 0, shares: 0, saves: 0 });
  });

  it.each([
    [{ type: 'love', action: 'add' }, 'type must be like, dislike, share or save'],
    [{ type: 'like', action: 'toggle' }, 'action must be add or remove'],
    [{ type: { $ne: '' }, action: 'add' }, 'type must be like, dislike, share or save'],
    [{}, 'type must be like, dislike, share or save'],
  ])('refuse %j', async (body, message) => {
    const answer = await ben.post(`/posts/${post}/reactions`).send(body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(message);
  });
});

describe('bookmarks', () => {
  it('are the same record as a save', async () => {
    expect(await call(ben, `/posts/${post}/bookmark`)).toMatchObject({
      isBookmarked: true,
      reactions: { saves: 1 },
      userInteraction: { saved: true },
    });
    expect((await react('save', 'add')).reactions.saves).toBe(1);
    expect((await call(ben, `/posts/${post}/bookmark`)).isBookmarked).toBe(false);
    expect(((await ada.get(`/posts/${post}`)).body.data as Post).reactions.saves).toBe(0);
  });
});

describe('pins', () => {
  it('are set and taken back by the owner', async () => {
    expect((await call(ada, `/posts/${post}/pin`)).isPinned).toBe(true);
    expect((await call(ada, `/posts/${post}/pin`)).isPinned).toBe(false);
  });

  it('are refused to others', async () => {
    const answer = await ben.post(`/posts/${post}/pin`);
    expect(answer.status).toBe(403);
    expect(answer.body.message).toBe('Permission denied');
  });
});

describe('status', () => {
  it('is all false for visitors and newcomers', async () => {
    const nothing = { liked: false, disliked: false, saved: false, viewed: false };
    expect((await app.agent().get(`/post-interactions/${post}/status`)).body.data).toEqual(nothing);
    expect((await cleo.get(`/post-interactions/${post}/status`)).body.data).toEqual(nothing);
  });

  it('tells what the asking user did', async () => {
    await like();
    await react('save', 'add');
    await ben.post(`/post-interactions/${post}/view`).send({});
    expect((await ben.get(`/post-interactions/${post}/status`)).body.data).toEqual({
      liked: true,
      disliked: false,
      saved: true,
      viewed: true,
    });
  });
});

const CALLS = [
  ['post', (id: string) => `/posts/${id}/reactions`, { type: 'like', action: 'add' }],
  ['post', (id: string) => `/posts/${id}/pin`, {}],
  ['post', (id: string) => `/posts/${id}/bookmark`, {}],
  ['post', (id: string) => `/post-interactions/${id}/like`, {}],
  ['post', (id: string) => `/post-interactions/${id}/dislike`, {}],
  ['post', (id: string) => `/post-interactions/${id}/view`, {}],
  ['get', (id: string) => `/post-interactions/${id}/analytics`, undefined],
] as const;

describe.each(CALLS)('%s %s', (method, path, body) => {
  it('is 404 for an unknown post, 400 for a malformed id or none, 401 without a session', async () => {
    const send = (agent: Agent, id: string) => agent[method](path(id)).send(body);
    const unknown = await send(ben, UNKNOWN);
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Post not found']);
    const malformed = await send(ben, 'p1');
    expect([malformed.status, malformed.body.message]).toEqual([400, 'Invalid post ID']);
    const blank = await send(ben, '%20');
    expect([blank.status, blank.body.message]).toEqual([400, 'Post ID is required']);
    const visitor = await send(app.agent(), post);
    expect([visitor.status, visitor.body.message]).toEqual([401, 'Authentication required']);
    expect(await app.ctx.models.PostInteraction.countDocuments({ post: UNKNOWN })).toBe(0);
  });
});
