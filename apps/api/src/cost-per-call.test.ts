import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { MINUTE } from './platform/time.js';
import { UNCOUNTED } from './testing/cost-meter.js';
import { createTestApp, type Agent, type TestApp } from './testing/test-app.js';
import { WAIT } from './testing/test-server.js';
import { pathOfUrl, uploadPicture } from './testing/uploads.js';

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
  await agent.post(`/posts/${post}/bookmark`);
  const { _id } = (await agent.post('/collections').send({ name: 'Sea' })).body.data;
  await agent.post(`/collections/${_id}/posts`).send({ postId: post, collected: true });
  await allWritten();
});
afterAll(() => app.close());

/** Some writes follow their response. */
const allWritten = () =>
  vi.waitFor(async () => {
    const before = commands.length;
    await pause(200);
    expect(commands).toHaveLength(before);
  }, WAIT);

const follow = (user: string) => ({ kind: 'follow', user, at: app.clock.now().toISOString() });

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

/** The commands of each call in the table of docs/scale.md. */
const [, table = ''] =
  /## Cost of a call\n(.*?)\n\nAn idempotency key/s.exec(
    readFileSync(new URL('../../../docs/scale.md', import.meta.url), 'utf8'),
  ) ?? [];
const documented = new Map(
  [...table.matchAll(/^\| (.+?) +\| +(\d+) \|/gm)].map(([, name, count]) => [name!, Number(count)]),
);
const checked = new Set<string>();
/** Returns what a call costs by docs/scale.md. */
function costOf(name: string): number {
  checked.add(name);
  const found = documented.get(name);
  if (found === undefined) throw new Error(`docs/scale.md has no call "${name}"`);
  return found;
}

/** Calls by their names in docs/scale.md, once seeds and owners are cached. Authors are fetched each time. */
const CALLS: [string, (agent: Agent) => Promise<{ status: number }>][] = [
  ['feed, visitor (any depth, any seed)', () => app.agent().get(FEED)],
  ['feed, signed in', (own) => own.get(FEED)],
  ['posts not seen yet', (own) => own.get('/posts/infinite-cursor?limit=20&seed=7&unseen=true')],
  ["today's hand, visitor", () => app.agent().get('/posts/today')],
  ['feed by date, visitor', () => app.agent().get(`${FEED}&sortBy=createdAt`)],
  ['one post, visitor', () => app.agent().get(`/posts/${post}`)],
  ['comments by date, visitor', () => app.agent().get(`/comments/post/${post}`)],
  ['comments in smart order, visitor', () => app.agent().get(`/comments/post/${post}?orderType=smart`)],
  ['who likes a post, visitor', () => app.agent().get(`/posts/${post}/likes`)],
  ['posts of a profile, visitor', () => app.agent().get(`/posts/user/${userId}`)],
  ['public user', () => app.agent().get(`/users/username/${userName}`)],
  ['board or figures of a user, visitor', () => app.agent().get(`/boards/user/${userId}`)],
  ['board or figures of a user, visitor', () => app.agent().get(`/posts/analytics/user/${userId}`)],
  ['followers, visitor', () => app.agent().get(`/people/${userId}/followers`)],
  ['people by name', () => app.agent().get(`/search/people?q=${userName}`)],
  ['posts by words, visitor', () => app.agent().get('/posts?q=post&sortBy=createdAt')],
  ['notifications', (own) => own.get('/notifications')],
  ['own follows and blocks', (own) => own.get('/people/own')],
  ['bookmarks', (own) => own.get('/posts/bookmarks')],
  ['collections', (own) => own.get('/collections')],
  ['who am I', (own) => own.get('/auth/me')],
  ['a picture or clip', () => app.agent().get(picture)],
];

it.each(CALLS)('%s costs the database as many commands as docs/scale.md says', async (name, call) => {
  await call(agent);
  app.clock.advance(1000);
  commands.length = 0;
  const answer = await call(agent);
  expect(answer.status).toBe(200);
  expect(commands.length, commands.join(' ')).toBe(costOf(name));
});

it('a page of the posts of followed people costs as many commands as docs/scale.md says', async () => {
  const { agent: reader } = await app.signUp();
  await reader.post('/people/changes').send({ changes: [follow(userId)] });
  const page = () => reader.get('/posts/infinite-cursor?limit=20&seed=7&following=true');
  await page();
  app.clock.advance(MINUTE);
  commands.length = 0;
  expect((await page()).body.data).toHaveLength(20);
  expect(commands.length, commands.join(' ')).toBe(costOf('posts of followed people'));
});

it('a signed-in feed page costs at most 4 commands while its authors are cached', async () => {
  await agent.get(FEED);
  commands.length = 0;
  await agent.get(FEED);
  expect(commands.length, commands.join(' ')).toBeLessThanOrEqual(4);
});

it('the first page of a new seed costs two writes', async () => {
  await app.agent().get(FEED);
  commands.length = 0;
  await app.agent().get(FEED.replace('seed=7', 'seed=8'));
  expect(commands.filter((command) => command !== 'find')).toEqual(['findAndModify', 'update']);
  expect(commands.length, commands.join(' ')).toBe(costOf('first page of a new seed, visitor'));
});

it('a write costs the same number of commands for any amount of data', async () => {
  const once = async (run: () => Promise<{ status: number }>): Promise<number> => {
    await allWritten();
    commands.length = 0;
    expect((await run()).status).toBeLessThan(300);
    return commands.length;
  };
  // a background job may add a command to one of two calls
  const countOf = async (run: (key: string) => Promise<{ status: number }>) =>
    Math.min(await once(() => run('first')), await once(() => run('second')));
  const like = () => settledLike(agent);
  await like();
  await like();
  const costs = {
    like: await countOf(like),
    'like with a key': await countOf((key) => settledLike(agent, key)),
    post: await countOf(() => agent.post('/posts').send({ title: 'One more' })),
    comment: await countOf(() => agent.post('/comments').send({ postId: post, body: 'More' })),
  };
  const documentedLike = costOf('like');
  expect(costs).toEqual({
    like: documentedLike,
    'like with a key': documentedLike + 2,
    post: costOf('post'),
    comment: costOf('comment'),
  });
  const { agent: reader } = await app.signUp();
  await reader.get('/auth/me');
  expect(await countOf((key) => settledLike(reader, key)), commands.join(' ')).toBeLessThanOrEqual(7);
});

it('views in batches cost the same number of commands for any number of views', async () => {
  const posts = (await app.agent().get(FEED)).body.data.map(({ _id }: { _id: string }) => ({ postId: _id }));
  const { agent: reader } = await app.signUp();
  const countOf = async (postViews: object[]) => {
    commands.length = 0;
    const answer = await reader.post('/post-interactions/batch-views').send({ postViews });
    expect(answer.status).toBe(200);
    return commands.length;
  };
  await reader.get('/auth/me');
  const cost = costOf('views in a batch, any number');
  expect(await countOf(posts.slice(0, 1))).toBe(cost);
  expect(await countOf(posts)).toBe(cost);
  expect(await countOf(posts)).toBe(3);
});

it('follows in batches cost the same number of commands for any number of follows', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, async () => (await app.signUp()).user._id));
  const { agent: reader } = await app.signUp();
  await reader.get('/auth/me');
  const countOf = async (users: string[]) => {
    app.clock.advance(1000);
    const changes = users.map(follow);
    commands.length = 0;
    expect((await reader.post('/people/changes').send({ changes })).status).toBe(200);
    return commands.length;
  };
  // a background job may add a command to one of two calls
  const leastOf = async (first: string[], second: string[]) =>
    Math.min(await countOf(first), await countOf(second));
  const cost = costOf('follows in a batch, any number');
  expect(await leastOf(people.slice(0, 1), people.slice(1, 2))).toBe(cost);
  expect(await leastOf(people.slice(2, 7), people.slice(7))).toBe(cost);
});

it('the deletion of a post costs as many commands as docs/scale.md says', async () => {
  const { agent: author } = await app.signUp();
  const countOf = async () => {
    const { _id } = (await author.post('/posts').send({ title: 'To delete' })).body.data;
    app.clock.advance(1000);
    await author.get('/auth/me');
    commands.length = 0;
    expect((await author.delete(`/posts/${_id}`)).status).toBe(200);
    return commands.length;
  };
  // a background job may add a command to one of two calls
  expect(Math.min(await countOf(), await countOf())).toBe(costOf('delete a post'));
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

it('checks every call of docs/scale.md', () => {
  expect([...checked].sort()).toEqual([...documented.keys()].sort());
});
