import type { Post } from '@social-feed/contracts';
import { describe, expect, it } from 'vitest';
import { reactionScene } from '../../testing/reaction-scene.js';
import type { Agent } from '../../testing/test-app.js';

const UNKNOWN = '0123456789abcdef01234567';

const scene = reactionScene();
const { call, like } = scene;
const dislike = (agent = scene.ben) => call(agent, `/post-interactions/${scene.post}/dislike`);
const react = (type: string, action: string, agent = scene.ben) =>
  call(agent, `/posts/${scene.post}/reactions`, { type, action });

describe('like and dislike', () => {
  it('exclude each other, and are taken back by a second call [F4-13 F7-20]', async () => {
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

  it('count users, not calls [F7-19]', async () => {
    await like(scene.ben);
    expect((await like(scene.cleo)).reactions.likes).toBe(2);
    expect((await dislike(scene.ada)).reactions).toMatchObject({ likes: 2, dislikes: 1 });
  });

  it('are applied once when a call is repeated with its idempotency key', async () => {
    const send = () =>
      scene.ben.post(`/post-interactions/${scene.post}/like`).set('Idempotency-Key', `like ${scene.post}`);
    await send();
    const again = await send();
    expect(again.body.data.reactions.likes).toBe(1);
  });
});

describe('reactions', () => {
  it.each(['like', 'dislike', 'share', 'save'])(
    'add and remove a %s once, however often they are sent [F7-16]',
    async (type) => {
      const counter = `${type}s`;
      await react(type, 'add');
      expect((await react(type, 'add')).reactions).toMatchObject({ [counter]: 1 });
      expect((await react(type, 'remove')).reactions).toMatchObject({ [counter]: 0 });
      expect((await react(type, 'remove')).reactions).toMatchObject({ [counter]: 0 });
    },
  );

  it('never drop below 0 by removing something never added [F4-16]', async () => {
    expect((await react('like', 'remove')).reactions).toEqual({ likes: 0, dislikes: 0, shares: 0, saves: 0 });
  });

  it.each([
    [{ type: 'love', action: 'add' }, 'type must be like, dislike, share, save or pin'],
    [{ type: 'like', action: 'toggle' }, 'action must be add or remove'],
    [{ type: { $ne: '' }, action: 'add' }, 'type must be like, dislike, share, save or pin'],
    [{}, 'type must be like, dislike, share, save or pin'],
  ])('reject %j', async (body, message) => {
    const answer = await scene.ben.post(`/posts/${scene.post}/reactions`).send(body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(message);
  });
});

describe('bookmarks', () => {
  it('share a record with saves [F1-13 F7-18]', async () => {
    expect(await call(scene.ben, `/posts/${scene.post}/bookmark`)).toMatchObject({
      isBookmarked: true,
      reactions: { saves: 1 },
      userInteraction: { saved: true },
    });
    expect((await react('save', 'add')).reactions.saves).toBe(1);
    expect((await call(scene.ben, `/posts/${scene.post}/bookmark`)).isBookmarked).toBe(false);
    expect(((await scene.ada.get(`/posts/${scene.post}`)).body.data as Post).reactions.saves).toBe(0);
  });
});

describe('pins', () => {
  it('are set and removed by the owner [F1-14 F6-10 F7-17]', async () => {
    expect((await call(scene.ada, `/posts/${scene.post}/pin`)).isPinned).toBe(true);
    expect((await call(scene.ada, `/posts/${scene.post}/pin`)).isPinned).toBe(false);
  });

  it('are set and removed by an explicit action, which has the effect of once [B15-9]', async () => {
    const pin = (action: string) => react('pin', action, scene.ada);
    for (const action of ['add', 'add']) expect((await pin(action)).isPinned).toBe(true);
    for (const action of ['remove', 'remove']) expect((await pin(action)).isPinned).toBe(false);
  });

  it.each([
    ['pin', undefined],
    ['reactions', { type: 'pin', action: 'add' }],
  ])('are rejected for other users by /%s [F6-10]', async (path, body) => {
    const answer = await scene.ben.post(`/posts/${scene.post}/${path}`).send(body);
    expect(answer.status).toBe(403);
    expect(answer.body.message).toBe('Permission denied');
  });
});

describe('status', () => {
  it('is all false for visitors and new users [F3-6]', async () => {
    const nothing = { liked: false, disliked: false, saved: false, viewed: false };
    expect((await scene.app.agent().get(`/post-interactions/${scene.post}/status`)).body.data).toEqual(
      nothing,
    );
    expect((await scene.cleo.get(`/post-interactions/${scene.post}/status`)).body.data).toEqual(nothing);
  });

  it('returns the viewer’s interactions [F3-7 F7-21]', async () => {
    await like();
    await react('save', 'add');
    await scene.ben.post(`/post-interactions/${scene.post}/view`).send({});
    expect((await scene.ben.get(`/post-interactions/${scene.post}/status`)).body.data).toEqual({
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
  it('returns 404 for an unknown post, 400 for a malformed or missing id, 401 without a session [F5-8 F6-3]', async () => {
    const send = (agent: Agent, id: string) => agent[method](path(id)).send(body);
    const unknown = await send(scene.ben, UNKNOWN);
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Post not found']);
    const malformed = await send(scene.ben, 'p1');
    expect([malformed.status, malformed.body.message]).toEqual([400, 'Invalid post ID']);
    const blank = await send(scene.ben, '%20');
    expect([blank.status, blank.body.message]).toEqual([400, 'Post ID is required']);
    const visitor = await send(scene.app.agent(), scene.post);
    expect([visitor.status, visitor.body.message]).toEqual([401, 'Authentication required']);
    expect(await scene.app.ctx.models.PostInteraction.countDocuments({ post: UNKNOWN })).toBe(0);
  });
});
