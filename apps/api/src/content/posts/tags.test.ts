import { describe, expect, it } from 'vitest';
import { appScene } from '../../testing/scene.js';

const scene = appScene();
const get = async (path: string) => (await scene.app.agent().get(path)).body;

describe('GET /search/tags', () => {
  it('suggests the most used tags with this prefix', async () => {
    const { agent } = await scene.app.signUp();
    for (const tags of [['Garden', 'gardening'], ['#gardening'], ['sea', 'garden'], ['gardening']]) {
      await agent.post('/posts').send({ title: 'A post', tags });
    }
    expect((await get('/search/tags?q=GARD')).data).toEqual([
      { tag: 'gardening', posts: 3 },
      { tag: 'garden', posts: 2 },
    ]);
    expect((await get('/search/tags?q=%23sea')).data).toEqual([{ tag: 'sea', posts: 1 }]);
    expect((await get('/search/tags?q=nothing')).data).toEqual([]);
    expect((await get('/search/tags')).data).toEqual([]);
  });

  it('counts a tag in a text as a tag while the text contains it [B1-8]', async () => {
    const { agent } = await scene.app.signUp();
    const found = async () => [
      (await get('/posts?tag=rye')).pagination.totalPosts,
      (await get('/search/tags?q=rye')).data,
    ];
    const text = { title: 'On #Rye', description: 'More of #rye, and https://example.org/#rye_bread' };
    const { body } = await agent.post('/posts').send({ ...text, tags: ['bread'] });
    expect(body.data.tags).toEqual(['bread']);
    expect(await found()).toEqual([1, [{ tag: 'rye', posts: 1 }]]);
    await agent.put(`/posts/${body.data._id}`).send({ title: 'On grain' }).expect(200);
    expect(await found()).toEqual([1, [{ tag: 'rye', posts: 1 }]]);
    await agent.put(`/posts/${body.data._id}`).send({ description: 'More of rye' }).expect(200);
    expect(await found()).toEqual([0, []]);
    expect((await get('/posts?tag=bread')).pagination.totalPosts).toBe(1);
  });

  it('finds tags without accents, and shows them in a post’s spelling', async () => {
    const { agent } = await scene.app.signUp();
    await agent.post('/posts').send({ title: 'A post', tags: ['İzmir', 'Zürich'] });
    await agent.post('/posts').send({ title: 'In #ZURICH' });
    for (const q of ['zuri', 'ZÜRICH', 'Zu\u0308ri', '%23zürich'])
      expect((await get(`/search/tags?q=${q}`)).data).toMatchObject([{ posts: 2 }]);
    expect((await get('/search/tags?q=izm')).data).toEqual([{ tag: 'izmir', posts: 1 }]);
    for (const tag of ['izmir', 'İzmir', 'IZMIR'])
      expect((await get(`/posts?tag=${encodeURIComponent(tag)}`)).pagination.totalPosts).toBe(1);
  });

  it('shows single Korean letters as people write them', async () => {
    const { agent } = await scene.app.signUp();
    await agent.post('/posts').send({ title: 'Laughing #ㅋㅋㅋ' });
    expect((await get(`/search/tags?q=${encodeURIComponent('ㅋㅋ')}`)).data).toEqual([
      { tag: 'ㅋㅋㅋ', posts: 1 },
    ]);
  });

  it('returns pages', async () => {
    const { agent } = await scene.app.signUp();
    await agent.post('/posts').send({ title: 'A post', tags: ['walk', 'walking', 'walkway'] });
    await agent.post('/posts').send({ title: 'Another', tags: ['walking'] });
    const first = await get('/search/tags?q=walk&limit=2');
    expect(first.data.map(({ tag }: { tag: string }) => tag)).toEqual(['walking', 'walk']);
    expect(first.pagination).toEqual({ currentPage: 1, hasNext: true });
    const second = await get('/search/tags?q=walk&limit=2&page=2');
    expect(second).toMatchObject({ data: [{ tag: 'walkway', posts: 1 }], pagination: { hasNext: false } });
    const next = await get(`/search/tags?q=walk&limit=2&cursor=${first.nextCursor as string}`);
    expect(next).toMatchObject({ data: [{ tag: 'walkway', posts: 1 }], nextCursor: null });
    expect((await scene.app.agent().get('/search/tags?q=walk&page=x')).status).toBe(400);
    expect((await scene.app.agent().get('/search/tags?q=walk&cursor=x')).status).toBe(400);
  });
});
