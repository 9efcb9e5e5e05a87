import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectionOf } from './platform/db/collection-of.js';
import { DAY, MINUTE, SECOND } from './platform/time.js';
import { createFolding } from './reading/interactions/folding.js';
import { historyScene, type HistoryScene } from './testing/history-scene.js';

const SIZES = [10, 1000];
let scenes: HistoryScene[];

beforeAll(async () => {
  scenes = [];
  for (const size of SIZES) scenes.push(await historyScene(size));
}, 120_000);
afterAll(() => Promise.all(scenes.map(({ app }) => app.close())));

/** The costs of each call in the table of docs/scale.md, as written there. */
const [, table = ''] =
  /## Cost by history\n(.*?)\n\n##/s.exec(
    readFileSync(new URL('../../../docs/scale.md', import.meta.url), 'utf8'),
  ) ?? [];
const documented = new Map(
  [...table.matchAll(/^\| (.+?) \| +([\d,]+) → ([\d,]+) \| +([\d,]+) → ([\d,]+) \|/gm)].map(
    ([, name, ...numbers]) => [name!, numbers.map((number) => Number(number.replace(',', '')))],
  ),
);

/** The path of each call, by its name in docs/scale.md, and who is signed in, if not the reader. */
const CALLS: [string, (scene: HistoryScene) => string, (keyof HistoryScene['agents'])?][] = [
  ['feed', () => '/posts/infinite-cursor?limit=20&seed=7'],
  ['feed by date', () => '/posts/infinite?page=1&limit=20&sortBy=createdAt'],
  ['posts not seen yet', () => '/posts/infinite-cursor?limit=20&seed=7&unseen=true'],
  ["today's hand", () => '/posts/today'],
  ['one post', ({ post }) => `/posts/${post}`],
  ['own reactions to a post', ({ post }) => `/post-interactions/${post}/status`],
  ['comments in smart order', ({ post }) => `/comments/post/${post}?orderType=smart`],
  ['comments by date', ({ post }) => `/comments/post/${post}`],
  ['who likes a post', ({ post }) => `/posts/${post}/likes`],
  ['posts of a profile', ({ author }) => `/posts/user/${author}`],
  ['posts of an author by date', ({ author }) => `/posts?userId=${author}&sortBy=createdAt`],
  ['replies to a comment', ({ comment }) => `/comments/${comment}/replies`],
  ['pictures of a profile', ({ author }) => `/posts/user/${author}?media=true`],
  ['Atom of a profile', ({ userName }) => `/feeds/${userName}.atom`, 'visitor'],
  ['Atom of a tag', () => `/feeds/tag/sea1.atom`, 'visitor'],
  ['figures of a post', ({ post }) => `/post-interactions/${post}/analytics`, 'author'],
  ['board of a user', ({ author }) => `/boards/user/${author}`],
  ['figures of a user', ({ author }) => `/posts/analytics/user/${author}`],
  ['following', ({ readerId }) => `/people/${readerId}/following`],
  ['people by name', () => '/search/people?q=one'],
  ['public user', ({ userName }) => `/users/username/${userName}`],
  ['followers', ({ author }) => `/people/${author}/followers`],
  ['own follows and blocks', () => `/people/own`],
  ['suggested people', () => `/people/suggested`],
  ['who am I', () => '/auth/me'],
  ['notifications', () => '/notifications'],
  ['notifications, one', () => '/notifications?limit=1'],
  ['bookmarks', () => '/posts/bookmarks'],
  ['bookmarks by words', () => '/posts/bookmarks?q=walk'],
  ['collections', () => '/collections'],
  ['one collection', ({ collection }) => `/collections/${collection}`],
  ['posts of a tag by date', () => '/posts?tag=sea1&sortBy=createdAt'],
  ['posts by words, by date', () => '/posts?q=walk&sortBy=createdAt'],
  ['tags by their beginning', () => '/search/tags?q=se'],
];

/** Compares the costs of a call at both sizes with the table. */
async function expectDocumented(
  name: string,
  callOf: (scene: HistoryScene) => Promise<() => Promise<unknown>>,
) {
  const commands: number[] = [];
  const read: number[] = [];
  for (const scene of scenes) {
    const call = await callOf(scene);
    scene.app.clock.advance(1000);
    const cost = await scene.measure(call);
    commands.push(cost.commands.length);
    read.push(cost.read);
  }
  expect([...commands, ...read]).toEqual(documented.get(name));
}

it.each(CALLS)('%s costs as much at both sizes as docs/scale.md says', (name, pathOf, by = 'reader') =>
  expectDocumented(name, async (scene) => {
    const call = () => scene.agents[by].get(pathOf(scene)).expect(200);
    await call();
    return async () => call();
  }),
);

it('the first reader of a minute keeps the order of comments, by two commands', async () => {
  const costs: number[] = [];
  for (const { app, agents, measure, post } of scenes) {
    const call = () => agents.reader.get(`/comments/post/${post}?orderType=smart`).expect(200);
    app.clock.advance(MINUTE);
    await call();
    app.clock.advance(MINUTE);
    for (const wait of [0, SECOND]) {
      app.clock.advance(wait);
      costs.push((await measure(async () => call())).commands.length);
    }
  }
  const [few, many] = documented.get('comments in smart order')!;
  expect(costs).toEqual([few, few, many! + 2, many]);
});

const UNCHANGED = 'own follows and blocks, unchanged';
it(`${UNCHANGED} cost as much at both sizes as docs/scale.md says [B2-33]`, () =>
  expectDocumented(UNCHANGED, async ({ app, agents: { reader } }) => {
    await reader.get('/people/own');
    // the revision settles
    app.clock.advance(6 * MINUTE);
    const { etag } = (await reader.get('/people/own').expect(200)).headers;
    return async () => reader.get('/people/own').set('If-None-Match', etag!).expect(304);
  }));

const FOLLOWED = 'posts of followed people';
it(`${FOLLOWED} cost as much at both sizes as docs/scale.md says`, () =>
  expectDocumented(FOLLOWED, async ({ app, agents: { reader } }) => {
    const call = () => reader.get('/posts/infinite-cursor?limit=20&seed=7&following=true').expect(200);
    await call();
    // the revision settles
    app.clock.advance(6 * MINUTE);
    await call();
    return async () => call();
  }));

const FOLDED = 'posts not seen yet, folded';
it(`${FOLDED} cost as much at both sizes as docs/scale.md says [B3-20]`, () =>
  expectDocumented(FOLDED, async ({ app, agents: { reader }, readerId, post }) => {
    const { models, posts } = app.ctx;
    const at = new Date(app.clock.now().getTime() - 91 * DAY);
    const unsaved = { $set: { saved: false }, $unset: { collections: 1 } };
    await models.PostInteraction.updateMany({ user: readerId }, { createdAt: at, viewedAt: at });
    // the post that a later call deletes stays saved
    await models.PostInteraction.updateMany({ user: readerId, post: { $ne: post } }, unsaved);
    const interactions = collectionOf(models.PostInteraction);
    const { seen, folded } = posts;
    await createFolding({ interactions, seen, posts: folded, now: app.clock.now, pause: 0 }).run();
    const call = () => reader.get('/posts/infinite-cursor?limit=20&seed=7&unseen=true').expect(200);
    await call();
    return async () => call();
  }));

/** Writes by their names in docs/scale.md; each is made once, so the last one may remove what the others need. */
const WRITES: [string, (scene: HistoryScene) => Promise<unknown>][] = [
  [
    'follow',
    ({ app, agents: { reader }, author }) =>
      reader
        .post('/people/changes')
        .send({ changes: [{ kind: 'follow', user: author, at: app.clock.now().toISOString() }] })
        .expect(200),
  ],
  ['delete a post', ({ agents: { author }, post }) => author.delete(`/posts/${post}`).expect(200)],
];

it.each(WRITES)('%s costs as much at both sizes as docs/scale.md says', (name, write) =>
  expectDocumented(name, async (scene) => {
    await Promise.all([scene.agents.author.get('/auth/me'), scene.agents.reader.get('/auth/me')]);
    return () => write(scene);
  }),
);

it('checks every call of the table', () => {
  expect(
    [...CALLS.map(([name]) => name), UNCHANGED, FOLLOWED, FOLDED, ...WRITES.map(([name]) => name)].sort(),
  ).toEqual([...documented.keys()].sort());
});
