import type { Post } from '@social-feed/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../testing/runs.js';
import { appScene } from '../../testing/scene.js';
import { SCRIPT_NAMES, spellingsOf, titleOf } from '../../testing/titles.js';
import type { Agent } from '../../testing/test-app.js';

const scene = appScene();

async function search(query: object, agent: Agent = scene.app.agent()) {
  const { status, body } = await agent.get('/posts').query({ sortBy: 'createdAt', ...query });
  expect(status).toBe(200);
  return body as { data: Post[]; pagination: { totalPosts: number } };
}
const titles = async (query: object, agent?: Agent) =>
  (await search(query, agent)).data.map(({ title }) => title);

async function write(agent: Agent, fields: object): Promise<string> {
  const { status, body } = await agent.post('/posts').send(fields);
  expect(status).toBe(201);
  return body.data._id as string;
}

describe('GET /posts?q=', () => {
  it.each([
    ["It's raining", 'it’s RAINING'],
    ['Vitamin C', 'c vitamin'],
    ['I love cats', 'I love cats'],
    ["L'été à Paris", 'ete'],
    ['Straße', 'STRASSE'],
    ['İstanbul', 'istanbul'],
    ['猫が好き', '猫'],
    ['새로운 책', '책'],
    ['C++', 'C++'],
    ['???', '???'],
    ['🎃', '🎃'],
  ])('finds %j by %j', async (title, q) => {
    const { agent } = await scene.app.signUp();
    await write(agent, { title });
    expect(await titles({ q })).toContain(title);
  });

  it('finds a post in any script by its full title, by each word and by other spellings [B1-12]', async () => {
    const { agent } = await scene.app.signUp();
    for (const script of SCRIPT_NAMES) {
      for (const title of fc.sample(titleOf(script), { numRuns: runs(1, 4), seed: 7 })) {
        const id = await write(agent, { title });
        const queries = [...spellingsOf(title), ...title.split(/\s+/)];
        for (const q of queries.filter(
          (each) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(each) && each.length <= 200,
        )) {
          const { data } = await search({ q, limit: 50 });
          expect(
            data.map(({ _id }) => _id),
            JSON.stringify({ title, q }),
          ).toContain(id);
        }
      }
    }
  });

  it('finds a post by words inside its description, by its tags and by its place', async () => {
    const { agent } = await scene.app.signUp();
    const description = `${'Long before that. '.repeat(130)}A zeppelin came. ${'And long after. '.repeat(130)}`;
    await write(agent, {
      title: 'Airships',
      description,
      tags: ['Ærø'],
      location: 'Friedrichshafen, Bodensee',
    });
    for (const q of ['zeppelin', 'aero', 'bodensee', 'airships friedrichshafen zeppelin'])
      expect(await titles({ q })).toEqual(['Airships']);
    expect(await titles({ q: 'zeppelin hindenburg' })).toEqual([]);
  });

  it('reflects an edit', async () => {
    const { agent } = await scene.app.signUp();
    const id = await write(agent, { title: 'Quokka' });
    await agent.put(`/posts/${id}`).send({ title: 'Wombat' }).expect(200);
    expect([await titles({ q: 'quokka' }), await titles({ q: 'wombat' })]).toEqual([[], ['Wombat']]);
  });
});

describe('totals', () => {
  it('exclude the posts of users who block the reader [B1-15]', async () => {
    const [author, other, reader] = [
      await scene.app.signUp(),
      await scene.app.signUp(),
      await scene.app.signUp(),
    ];
    await write(author.agent, { title: 'Narwhal one', tags: ['narwhal'] });
    await write(author.agent, { title: 'Narwhal two', tags: ['narwhal'] });
    await write(other.agent, { title: 'Narwhal three', tags: ['narwhal'] });
    const totals = async (agent: Agent) => {
      const queries = [{ q: 'narwhal' }, { tag: 'narwhal' }, { tag: 'narwhal', sortBy: 'random' }, {}];
      return Promise.all(queries.map(async (query) => (await search(query, agent)).pagination.totalPosts));
    };
    const before = await totals(reader.agent);
    const changes = [{ kind: 'block', user: reader.user._id, at: scene.app.clock.now().toISOString() }];
    await author.agent.post('/people/changes').send({ changes }).expect(200);
    expect(await totals(reader.agent)).toEqual(before.map((total) => total - 2));
    expect(await totals(other.agent)).toEqual(before);
    expect(await titles({ q: 'narwhal' }, reader.agent)).toEqual(['Narwhal three']);
    const { body } = await reader.agent.get(`/posts/user/${author.user._id}`);
    expect(body.pagination.totalPosts).toBe(0);
  });
});
