import type { mongo } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type Agent, type TestApp } from './testing/test-app.js';
import { pathOfUrl, uploadPicture } from './testing/uploads.js';

/** Commands that no call causes. */
const UNCOUNTED = new Set(['hello', 'ismaster', 'ping', 'endSessions', 'createIndexes']);

let app: TestApp;
let agent: Agent;
let post: string;
let userName: string;
let userId: string;
let picture: string;
const commands: string[] = [];

beforeAll(async () => {
  app = await createTestApp({
    config: { mongo: { monitorCommands: true }, sessions: { personTtl: 60_000 } },
  });
  app.ctx.connection.getClient().on('commandStarted', ({ commandName }: mongo.CommandStartedEvent) => {
    if (!UNCOUNTED.has(commandName)) commands.push(commandName);
  });
  const signedUp = await app.signUp();
  ({ agent } = signedUp);
  ({ userName, _id: userId } = signedUp.user);
  for (let index = 0; index < 40; index += 1) {
    post = (await agent.post('/posts').send({ title: `Post ${index}`, tags: ['sea'] })).body.data._id;
  }
  await agent.post('/comments').send({ postId: post, body: 'First' });
  await settledLike((await app.signUp()).agent);
  picture = pathOfUrl((await uploadPicture(agent)).url);
});
afterAll(() => app.close());

/** Likes the post, and waits for the writes after the response, which update the counters. */
async function settledLike(by: Agent, key?: string) {
  const settled = new Promise((resolve) => {
    app.ctx.connection.getClient().on('commandStarted', ({ command }: mongo.CommandStartedEvent) => {
      if (command['update'] === 'postinteractions') resolve(undefined);
    });
  });
  const call = by.post(`/post-interactions/${post}/like`);
  const answer = await (key === undefined ? call : call.set('Idempotency-Key', key));
  await settled;
  return answer;
}

const FEED = '/posts/infinite?page=1&limit=20&isFirstLoad=true&seed=7';

/**
 * Calls by their names in docs/scale.md, and the commands each costs once seeds and owners are cached. Authors are
 * fetched each time.
 */
const CALLS: [string, number, (agent: Agent) => Promise<{ status: number }>][] = [
  ['feed, visitor', 2, () => app.agent().get(FEED)],
  ['feed, signed in', 4, (own) => own.get(FEED)],
  ['posts not seen yet', 4, (own) => own.get('/posts/infinite-cursor?limit=20&seed=7&unseen=true')],
  ['feed by date, visitor', 2, () => app.agent().get(`${FEED}&sortBy=createdAt`)],
  ['post, visitor', 2, () => app.agent().get(`/posts/${post}`)],
  ['comments by date, visitor', 3, () => app.agent().get(`/comments/post/${post}`)],
  ['profile posts, visitor', 3, () => app.agent().get(`/posts/user/${userId}`)],
  ['public user', 1, () => app.agent().get(`/users/username/${userName}`)],
  ['board, visitor', 3, () => app.agent().get(`/boards/user/${userId}`)],
  ['figures of a user', 3, () => app.agent().get(`/posts/analytics/user/${userId}`)],
  ['followers, visitor', 2, () => app.agent().get(`/people/${userId}/followers`)],
  ['search people', 4, () => app.agent().get(`/search/people?q=${userName}`)],
  ['search posts, visitor', 3, () => app.agent().get('/posts?q=post&sortBy=createdAt')],
  ['notifications', 6, (own) => own.get('/notifications')],
  ['who am I', 2, (own) => own.get('/auth/me')],
  ['picture', 1, () => app.agent().get(picture)],
];

it.each(CALLS)('%s costs the database %i commands', async (_name, expected, call) => {
  await call(agent);
  app.clock.advance(1000);
  commands.length = 0;
  const answer = await call(agent);
  expect(answer.status).toBe(200);
  expect(commands.length, commands.join(' ')).toBe(expected);
});

it('a signed-in feed page costs at most 4 commands while its authors are cached', async () => {
  await agent.get(FEED);
  commands.length = 0;
  await agent.get(FEED);
  expect(commands.length, commands.join(' ')).toBeLessThanOrEqual(4);
});

it('the first page of a new seed costs four more commands, two of them writes', async () => {
  await app.agent().get(FEED);
  commands.length = 0;
  await app.agent().get(FEED.replace('seed=7', 'seed=8'));
  expect(commands.filter((command) => command !== 'find')).toEqual(['findAndModify', 'update']);
  expect(commands.length, commands.join(' ')).toBe(5);
});

it('a write costs the same number of commands for any amount of data', async () => {
  const countOf = async (run: () => Promise<{ status: number }>): Promise<number> => {
    commands.length = 0;
    expect((await run()).status).toBeLessThan(300);
    return commands.length;
  };
  const like = () => settledLike(agent);
  await like();
  await like();
  const costs = {
    like: await countOf(like),
    'like with a key': await countOf(() => settledLike(agent, 'key')),
    post: await countOf(() => agent.post('/posts').send({ title: 'One more' })),
    comment: await countOf(() => agent.post('/comments').send({ postId: post, body: 'More' })),
  };
  expect(costs).toEqual({ like: 4, 'like with a key': 6, post: 8, comment: 6 });
  const { agent: reader } = await app.signUp();
  await reader.get('/auth/me');
  expect(await countOf(() => settledLike(reader, 'theirs')), commands.join(' ')).toBeLessThanOrEqual(7);
});

it('views in batches cost the same number of commands for any number of views', async () => {
  const posts = (await app.agent().get(FEED)).body.data.map(({ _id }: { _id: string }) => ({ postId: _id }));
  const { agent: reader } = await app.signUp();
  const costOf = async (postViews: object[]) => {
    commands.length = 0;
    const answer = await reader.post('/post-interactions/batch-views').send({ postViews });
    expect(answer.status).toBe(200);
    return commands.length;
  };
  await reader.get('/auth/me');
  expect(await costOf(posts.slice(0, 1))).toBe(7);
  expect(await costOf(posts)).toBe(7);
  expect(await costOf(posts)).toBe(3);
});

it('follows in batches cost the same number of commands for any number of follows', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, async () => (await app.signUp()).user._id));
  const { agent: reader } = await app.signUp();
  await reader.get('/auth/me');
  const costOf = async (users: string[]) => {
    app.clock.advance(1000);
    const changes = users.map((user) => ({ kind: 'follow', user, at: app.clock.now().toISOString() }));
    commands.length = 0;
    expect((await reader.post('/people/changes').send({ changes })).status).toBe(200);
    return commands.length;
  };
  const one = await costOf(people.slice(0, 1));
  expect(one).toBeLessThanOrEqual(10);
  expect(await costOf(people.slice(1))).toBe(one);
});

it('a blocked user costs as many commands for reads and likes as others [B2-24]', async () => {
  const [{ agent: blocked, user }, blocker] = await Promise.all([app.signUp(), app.signUp()]);
  const hidden = (await blocker.agent.post('/posts').send({ title: 'Not for all' })).body.data._id as string;
  const changes = [{ kind: 'block', user: user._id, at: app.clock.now().toISOString() }];
  await blocker.agent.post('/people/changes').send({ changes });
  await blocked.get(FEED);
  await settledLike(blocked);
  app.clock.advance(1000);
  commands.length = 0;
  const page = await blocked.get(FEED);
  expect(commands.length, commands.join(' ')).toBeLessThanOrEqual(4);
  expect(page.body.data.map(({ _id }: { _id: string }) => _id)).not.toContain(hidden);
  commands.length = 0;
  expect((await settledLike(blocked)).status).toBe(200);
  expect(commands.length, commands.join(' ')).toBeLessThanOrEqual(7);
});
