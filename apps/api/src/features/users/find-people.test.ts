import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userRecord } from '../../testing/content.js';
import { explain, watchReads } from '../../testing/reads.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

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

describe('GET /search/people among many', () => {
  const SAME = 2000;
  let many: TestApp;
  beforeAll(async () => {
    many = await createTestApp({ config: { mongo: { monitorCommands: true } } });
    for (const [userName, fullName] of [
      ['zoe', 'Aby Known'],
      ['aby_1', 'Somebody'],
    ]) {
      await many.signUp({ userName: userName!, fullName: fullName! });
    }
    const at = many.clock.now();
    await many.ctx.models.User.collection.insertMany(
      Array.from({ length: SAME }, (_, index) => {
        const userName = `${index % 2 === 0 ? 'a' : 'other'}_${String(index).padStart(4, '0')}`;
        return userRecord(userName, `A name ${index}`, at);
      }),
    );
  });
  afterAll(() => many.close());

  it('reads no more than it needs, however many begin so', async () => {
    const reads = watchReads(many, 'users');
    const search = async (query: string) => (await many.agent().get(`/search/people?limit=10&${query}`)).body;
    const examined = async () => {
      const each = await Promise.all(reads.splice(0).map((command) => explain(many, command)));
      return each.reduce((total, { totalDocsExamined }) => total + totalDocsExamined, 0);
    };
    const ten = (start: string, from: number) =>
      Array.from({ length: 10 }, (_, index) => `${start}_${String(from + index * 2).padStart(4, '0')}`);
    expect(names(await search('q=a'))).toEqual(ten('a', 0));
    expect(await examined()).toBeLessThanOrEqual(11 + 500 + 10);
    expect(names(await search('q=other'))).toEqual(ten('other', 1));
    expect(await examined()).toBeLessThanOrEqual(11 + 10);
    expect(names(await search('q=a&page=2'))).toEqual(ten('a', 20));
    expect((await search('q=a&page=100')).pagination).toEqual({ currentPage: 100, hasNext: true });
    expect(names(await search('q=aby'))).toEqual(['aby_1', 'zoe']);
  });
});
