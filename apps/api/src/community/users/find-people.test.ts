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
const join = (userName: string, fullName: string) => app.signUp({ userName, fullName });
const names = (body: { data: { userName: string }[] }) => body.data.map((user) => user.userName);

describe('GET /search/people', () => {
  beforeAll(async () => {
    await app.signUp({ userName: 'Marble_1', fullName: 'Oda Lind' });
    await app.signUp({ userName: 'marble_2', fullName: 'Someone Else' });
    await app.signUp({ userName: 'zebra', fullName: 'Marble Stone' });
    const { user } = await app.signUp({ userName: 'marble_3' });
    await app.ctx.models.User.updateOne({ _id: user._id }, { suspendedAt: new Date() });
  });

  it('matches prefixes of user names and names, but no suspended users and no e-mail addresses', async () => {
    const body = await get('/search/people?q=MARBLE');
    expect(names(body)).toEqual(['Marble_1', 'marble_2', 'zebra']);
    expect(JSON.stringify(body)).not.toContain('@');
    expect(names(await get('/search/people?q=@marble_1'))).toEqual(['Marble_1']);
    expect(names(await get('/search/people?q=oda%20li'))).toEqual(['Marble_1']);
    expect(names(await get('/search/people?q=arble'))).toEqual([]);
    expect(names(await get('/search/people?q=.*'))).toEqual([]);
    expect(names(await get('/search/people'))).toEqual([]);
  });

  it('matches any word of a name or user name, ignoring accents and case [B1-13]', async () => {
    await join('wren_42', 'Wren Okafor');
    await join('jr_x', 'Jose\u0301 Ruiz');
    await join('KlausStern', 'Klaus-Dieter Łukasz Groß');
    await join('mei_x', '王小明');
    await join('taro_x', '山田 太郎');
    for (const [q, found] of [
      ['Okafor', 'wren_42'],
      ['okaf wren', 'wren_42'],
      ['42', 'wren_42'],
      ['José Ruiz', 'jr_x'],
      ['jose', 'jr_x'],
      ['RUIZ', 'jr_x'],
      ['dieter', 'KlausStern'],
      ['klausdieter', 'KlausStern'],
      ['lukasz', 'KlausStern'],
      ['GROSS', 'KlausStern'],
      ['stern', 'KlausStern'],
      ['小明', 'mei_x'],
      ['明', 'mei_x'],
      ['山田 太郎', 'taro_x'],
      ['山田太郎', 'taro_x'],
    ] as const)
      expect(names(await get(`/search/people?q=${encodeURIComponent(q)}`)), q).toEqual([found]);
    expect(names(await get('/search/people?q=okafor%20klaus'))).toEqual([]);
  });

  it('lists matching user names first, then matching names, then other words', async () => {
    await join('x_heron', 'Somebody');
    await join('aaa_1', 'Ada Heron');
    await join('bbb_1', 'Heron Adams');
    await join('heron_9', 'Zed');
    expect(names(await get('/search/people?q=heron'))).toEqual(['heron_9', 'bbb_1', 'aaa_1', 'x_heron']);
  });

  it('reflects a change of either name, also of both at once', async () => {
    const { agent, user } = await app.signUp({ userName: 'old_name', fullName: 'Quill Feather' });
    const put = (body: object) => agent.patch(`/users/${user._id}`).send(body).expect(200);
    await Promise.all([put({ fullName: 'Ink Bottle' }), put({ userName: 'new_quokka' })]);
    for (const q of ['ink', 'bottle', 'quokka', 'new_quokka'])
      expect(names(await get(`/search/people?q=${q}`))).toEqual(['new_quokka']);
    for (const q of ['quill', 'feather', 'old_name'])
      expect(names(await get(`/search/people?q=${q}`))).toEqual([]);
  });

  it('is paged', async () => {
    const first = await get('/search/people?q=marble&limit=2');
    expect([names(first), first.pagination]).toEqual([
      ['Marble_1', 'marble_2'],
      { currentPage: 1, hasNext: true },
    ]);
    const second = await get('/search/people?q=marble&limit=2&page=2');
    expect([names(second), second.pagination.hasNext]).toEqual([['zebra'], false]);
    const next = await get(`/search/people?q=marble&limit=2&cursor=${first.nextCursor as string}`);
    expect([names(next), next.nextCursor]).toEqual([['zebra'], null]);
    expect(
      (await app.agent().get(`/search/people?q=other&cursor=${first.nextCursor as string}`)).status,
    ).toBe(400);
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

  it('reads no more than needed, however many match', async () => {
    const reads = watchReads(many, 'users');
    const search = async (query: string) => (await many.agent().get(`/search/people?limit=10&${query}`)).body;
    const examined = async () => {
      const each = await Promise.all(reads.splice(0).map((command) => explain(many, command)));
      return each.reduce((total, { totalDocsExamined }) => total + totalDocsExamined, 0);
    };
    const ten = (start: string, from: number) =>
      Array.from({ length: 10 }, (_, index) => `${start}_${String(from + index * 2).padStart(4, '0')}`);
    expect(names(await search('q=a'))).toEqual(ten('a', 0));
    expect(await examined()).toBeLessThanOrEqual(11 + 10);
    expect(names(await search('q=other'))).toEqual(ten('other', 1));
    expect(await examined()).toBeLessThanOrEqual(11 + 10);
    expect(names(await search('q=a&page=2'))).toEqual(ten('a', 20));
    expect((await search('q=a&page=100')).pagination).toEqual({ currentPage: 100, hasNext: true });
    expect(names(await search('q=aby'))).toEqual(['aby_1', 'zoe']);
    await examined();
    expect(names(await search('q=name'))).toHaveLength(10);
    expect(await examined()).toBeLessThanOrEqual(250 + 10);
  });
});
