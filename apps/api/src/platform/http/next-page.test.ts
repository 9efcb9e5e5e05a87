import { beforeAll, expect, it } from 'vitest';
import { insertPosts, insertUser } from '../../testing/content.js';
import { appScene } from '../../testing/scene.js';

const scene = appScene();
beforeAll(async () => {
  await insertPosts(scene.app, 11, (await insertUser(scene.app))._id);
});

/** Follows `Link` from page to page and returns the ids of all entries. */
async function readAll(first: string): Promise<string[]> {
  const ids: string[] = [];
  for (let address = first; ids.length < 100;) {
    const { body, headers } = await scene.app.agent().get(address).expect(200);
    ids.push(...(body as { data: { _id: string }[] }).data.map(({ _id }) => _id));
    const [, next] = /^<(\?[^>]+)>; rel="next"$/.exec(headers['link'] ?? '') ?? [];
    if (next === undefined) return ids;
    address = new URL(next, `http://list${address}`).href.slice('http://list'.length);
  }
  return ids;
}

it.each([
  '/posts?limit=4&sortBy=createdAt',
  '/posts?limit=4&page=1',
  '/posts/infinite?limit=5',
  '/posts/infinite-cursor?limit=5&seed=7',
])('names the next page of %s, up to the last [B29-7]', async (address) => {
  const ids = await readAll(address);
  expect(ids).toHaveLength(11);
  expect(new Set(ids).size).toBe(11);
});

it('is absent from answers without a next page', async () => {
  const { headers } = await scene.app.agent().get('/search/tags?q=none').expect(200);
  expect(headers['link']).toBeUndefined();
});
