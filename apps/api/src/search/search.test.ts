import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const get = async (path: string) => (await app.agent().get(path)).body;
const names = (body: { data: { userName: string }[] }) => body.data.map((user) => user.userName);

describe('GET /search/people', () => {
  beforeAll(async () => {
    await app.signUp({ userName: 'Marble_1', fullName: 'Oda Lind' });
    await app.signUp({ userName: 'marble_2', fullName: 'Someone Else' });
    await app.signUp({ userName: 'zebra', fullName: 'Marble Stone' });
    const { user } = await app.signUp({ userName: 'marble_3' });
    await app.ctx.models.User.updateOne({ _id: user._id }, { suspendedAt: new Date() });
  });

  it('finds beginnings of user names and names, but nobody suspended and no e-mail', async () => {
    const body = await get('/search/people?q=MARBLE');
    expect(names(body)).toEqual(['Marble_1', 'marble_2', 'zebra']);
    expect(JSON.stringify(body)).not.toContain('@');
    expect(names(await get('/search/people?q=@marble_1'))).toEqual(['Marble_1']);
    expect(names(await get('/search/people?q=oda%20li'))).toEqual(['Marble_1']);
    expect(names(await get('/search/people?q=arble'))).toEqual([]);
    expect(names(await get('/search/people?q=.*'))).toEqual([]);
    expect(names(await get('/search/people'))).toEqual([]);
  });

  it('comes by page', async () => {
    const first = await get('/search/people?q=marble&limit=2');
    expect([names(first), first.pagination]).toEqual([
      ['Marble_1', 'marble_2'],
      { currentPage: 1, hasNext: true },
    ]);
    const second = await get('/search/people?q=marble&limit=2&page=2');
    expect([names(second), second.pagination.hasNext]).toEqual([['zebra'], false]);
    expect((await app.agent().get(`/search/people?q=${'x'.repeat(101)}`)).status).toBe(400);
  });
});

describe('GET /search/tags', () => {
  it('suggests the most used tags that begin so', async () => {
    const { agent } = await app.signUp();
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

  it('comes by page', async () => {
    const { agent } = await app.signUp();
    await agent.post('/posts').send({ title: 'A post', tags: ['walk', 'walking', 'walkway'] });
    await agent.post('/posts').send({ title: 'Another', tags: ['walking'] });
    const first = await get('/search/tags?q=walk&limit=2');
    expect(first.data.map(({ tag }: { tag: string }) => tag)).toEqual(['walking', 'walk']);
    expect(first.pagination).toEqual({ currentPage: 1, hasNext: true });
    const second = await get('/search/tags?q=walk&limit=2&page=2');
    expect(second).toMatchObject({ data: [{ tag: 'walkway', posts: 1 }], pagination: { hasNext: false } });
    expect((await app.agent().get('/search/tags?q=walk&page=x')).status).toBe(400);
  });
});
