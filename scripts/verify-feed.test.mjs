import { createHash } from 'node:crypto';
import { createPermutation } from '@social-feed/feed-order';
import { seedOfLink } from '@social-feed/feed-order/day-seed';
import { describe, expect, it } from 'vitest';
import { verifyDays, verifyFeed } from './lib/verify-feed.mjs';

/**
 * A feed of `size` posts with the API's answers. `deleted` contains numbers of deleted posts; `change` may modify
 * an answer.
 */
const feedOf = ({ size = 130, deleted = new Set(), change = (body) => body, present = () => false }) => {
  let calls = 0;
  return async (path) => {
    calls += 1;
    const url = new URL(path, 'http://feed.test');
    const id = /^\/posts\/post-(\d+)$/.exec(url.pathname)?.[1];
    if (id !== undefined)
      return deleted.has(Number(id)) && !present(Number(id))
        ? { status: 404, body: {} }
        : { status: 200, body: {} };
    const query = Object.fromEntries(url.searchParams);
    const seed = Number(query.seed);
    const page = Number(query.page);
    const limit = Number(query.limit);
    const from = page === 1 ? 0 : 20 + (page - 2) * limit;
    const to = Math.min(size, from + limit);
    const order = createPermutation(seed, size);
    const numbers = Array.from({ length: Math.max(0, to - from) }, (_, index) =>
      order.at(from + index),
    ).filter((number) => !deleted.has(number));
    const body = {
      data: numbers.map((number) => ({ _id: `post-${number}` })),
      ...{ seed, generation: 0, population: size, numbers, hasNextPage: to < size },
    };
    return { status: 200, body: change(body, { page, calls, deleted }) };
  };
};
const verify = (feed, options = {}) =>
  verifyFeed({ ask: feedOf(feed), seeds: [4711, 12], pages: 100, ...options });

describe('verify-feed', () => {
  it('accepts a feed ordered by its seeds, with deleted posts [B4-6]', async () => {
    const { lines, wrong } = await verify({ deleted: new Set([3, 77]) });
    expect(wrong).toEqual([]);
    expect(lines).toEqual([
      'Seed 4711: 128 posts to the end of an order of 130; 2 places are empty.',
      'Seed 12: 128 posts to the end of an order of 130; 2 places are empty.',
    ]);
  });

  it('accepts posts deleted between the two walks [B4-6]', async () => {
    const { wrong } = await verify({
      change: (body, { calls, deleted }) => {
        if (calls === 4) deleted.add(5);
        return body;
      },
    });
    expect(wrong).toEqual([]);
  });

  it('finds a post moved to the front [B4-7]', async () => {
    const promoted = (body, { page }) =>
      page === 1
        ? { ...body, data: [{ _id: 'post-999' }, ...body.data], numbers: [999, ...body.numbers] }
        : body;
    expect((await verify({ change: promoted })).wrong[0]).toBe(
      'Seed 4711: post post-999 on page 1 does not stand where its seed puts it.',
    );
  });

  it('finds a post whose number depends on the seed [B4-7]', async () => {
    const swapped = (body) => {
      if (body.seed !== 12) return body;
      const data = [...body.data];
      [data[0], data[1]] = [data[1], data[0]];
      return { ...body, data };
    };
    expect((await verify({ change: swapped })).wrong.length).toBeGreaterThan(1);
  });

  it('finds a post missing from one order [B4-7]', async () => {
    const hidden = (body) => {
      const index = body.seed === 12 ? body.numbers.indexOf(40) : -1;
      if (index < 0) return body;
      const without = (list) => list.filter((_, at) => at !== index);
      return { ...body, data: without(body.data), numbers: without(body.numbers) };
    };
    expect((await verify({ change: hidden })).wrong).toEqual([
      'Post post-40 is missing from the order of seed 12.',
    ]);
  });

  it('finds a repeated post, and an answer without data about its order [B4-7]', async () => {
    const twice = (body, { page }) =>
      page === 2 ? { ...body, data: body.data.map(() => ({ _id: 'post-1' })) } : body;
    expect((await verify({ change: twice })).wrong).toContain('Seed 4711: post post-1 came twice.');
    expect((await verify({ change: (body) => ({ ...body, numbers: undefined }) })).wrong).toEqual([
      'Seed 4711, page 1: the answer does not say how its order was made.',
      'Seed 12, page 1: the answer does not say how its order was made.',
    ]);
  });

  it('restarts if the seed is pinned again during a walk, and fails after several attempts', async () => {
    const once = (body, { calls }) => (calls === 1 ? { ...body, population: 129 } : body);
    expect((await verify({ change: once })).wrong).toEqual([]);
    const always = (body, { page }) => ({ ...body, generation: page });
    await expect(verify({ change: always })).rejects.toThrow('The order of seed 4711 was made anew');
  });

  it('reports what it did not check', async () => {
    const { lines, wrong } = await verify({}, { pages: 1 });
    expect(wrong).toEqual([]);
    expect(lines.at(-1)).toBe('The feed was not read to its end, so missing posts were not looked for.');
    const anew = await verify({ change: (body) => ({ ...body, generation: body.seed }) });
    expect(anew.lines.at(-1)).toBe('Numbers were given anew in between; run it again.');
  });

  it('fails if the feed cannot be read', async () => {
    const ask = () => Promise.reject(new Error('no answer'));
    await expect(verifyFeed({ ask, seeds: [1, 2], pages: 3 })).rejects.toThrow('no answer');
  });
});

describe('verify-feed on the seeds of the days', () => {
  const sha256 = (hex) => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');
  const today = 'a1'.repeat(32);
  const end = sha256(sha256(today));
  const answer = {
    ...{ today: '2026-11-27', seed: seedOfLink(today), next: null },
    chain: { startsOn: '2026-11-26', length: 365, end, publishedAt: '2026-11-26T07:00:00.000Z' },
    links: [
      { date: '2026-11-27', link: today },
      { date: '2026-11-26', link: sha256(today) },
    ],
  };
  const days = (change = {}, options = {}) =>
    verifyDays({ ask: async () => ({ status: 200, body: { data: { ...answer, ...change } } }), ...options });

  it('accepts a chain that leads back to its end, and the end that was noted [B4-18]', async () => {
    const { lines, wrong } = await days({}, { end });
    expect(wrong).toEqual([]);
    expect(lines[0]).toMatch(
      /^Seed of 2026-11-27: \d+; 2 hashes lead from its link back to the end [0-9a-f]{64}/,
    );
    const next = { ...answer.chain, startsOn: '2027-11-26', end: 'b'.repeat(64) };
    expect(await days({ next }, { end: next.end })).toMatchObject({
      wrong: [],
      lines: [lines[0], `The next chain begins on 2027-11-26 and ends in ${next.end}.`],
    });
  });

  it.each([
    [
      'a link that was chosen',
      { links: [{ date: '2026-11-27', link: 'c'.repeat(64) }] },
      {},
      /^The link of 2026-11-26/,
    ],
    ['a seed that was chosen', { seed: 7 }, {}, /^The seed of 2026-11-27, 7, does not follow/],
    ['a link that is not of today', { today: '2026-11-28' }, {}, /^The seed of 2026-11-28/],
    ['an end that was exchanged', {}, { end: 'd'.repeat(64) }, /^The end d+ is not that of the chain/],
    ['an answer without a chain', { chain: undefined }, {}, /not readable/],
  ])('finds %s [B4-18]', async (_what, change, options, sentence) => {
    const { wrong } = await days(change, options);
    expect(wrong).toHaveLength(1);
    expect(wrong[0]).toMatch(sentence);
  });

  it('says so where a server has none', async () => {
    const { lines, wrong } = await verifyDays({ ask: async () => ({ status: 404, body: {} }) });
    expect({ lines, wrong }).toEqual({ lines: ['This server publishes no seeds of the days.'], wrong: [] });
  });

  it('finds that a server withdrew the end that was noted', async () => {
    const { wrong } = await verifyDays({ ask: async () => ({ status: 404, body: {} }), end: 'd'.repeat(64) });
    expect(wrong).toEqual(['This server publishes no seeds of the days.']);
  });
});
