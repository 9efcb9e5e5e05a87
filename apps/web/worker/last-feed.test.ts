import { beforeEach, describe, expect, it } from 'vitest';
import { findFeedPage, keepFeedPage, PAGES_MAX } from './last-feed';
import { FakeCache } from './testing';

let cache: FakeCache;
beforeEach(() => {
  cache = new FakeCache();
});

const address = (page: number | string, seed: number) =>
  `https://feed.example/api/posts/infinite?page=${page}&limit=20&seed=${seed}`;
const body = (text: string, seed: unknown = 7) => JSON.stringify({ success: true, data: [text], seed });
const keep = (viewer: string, page: number | string, text: string, seed: unknown = 7) =>
  keepFeedPage(cache.asCache, viewer, address(page, 7), body(text, seed));
const find = async (viewer: string, page: number, seed = 7) =>
  (await findFeedPage(cache.asCache, viewer, address(page, seed)))?.text();

describe('the last feed', () => {
  it('comes back as it came, to its reader', async () => {
    await keep('ada', 1, 'first');
    await keep('ada', 2, 'second');
    expect(await find('ada', 1)).toBe(body('first'));
    expect(await find('ada', 2)).toBe(body('second'));
    expect(await find('ada', 3)).toBeUndefined();
  });

  it('never answers for somebody else, nor for a visitor', async () => {
    await keep('ada', 1, 'first');
    expect(await find('bob', 1)).toBeUndefined();
    expect(await find('visitor', 1)).toBeUndefined();
  });

  it('begins a list whatever its seed, and goes on with the same list only', async () => {
    await keep('ada', 1, 'first');
    await keep('ada', 2, 'second');
    expect(await find('ada', 1, 99)).toBe(body('first'));
    expect(await find('ada', 2, 99)).toBeUndefined();
  });

  it('drops the list before', async () => {
    await keep('ada', 1, 'first');
    await keep('ada', 2, 'second');
    await keep('bob', 1, 'his');
    expect(await find('ada', 1)).toBeUndefined();
    expect(cache.entries.size).toBe(1);
  });

  it('takes a later page only after the first of the same list and reader', async () => {
    await keep('ada', 2, 'alone');
    expect(cache.entries.size).toBe(0);
    await keep('ada', 1, 'first');
    await keep('bob', 2, 'foreign');
    await keep('ada', 2, 'of another list', 8);
    expect(cache.entries.size).toBe(1);
  });

  it('has an end', async () => {
    for (let page = 1; page <= PAGES_MAX + 3; page += 1) await keep('ada', page, 'text');
    expect(cache.entries.size).toBe(PAGES_MAX);
    await keep('ada', 1, 'x'.repeat(600_000));
    expect(await find('ada', 1)).toBe(body('text'));
  });

  it.each([
    ['an answer without a seed', 1, null],
    ['a page that is none', '1.5', 7],
    ['a page below the first', 0, 7],
  ])('does not keep %s', async (_what, page, seed) => {
    await keep('ada', page, 'text', seed);
    expect(cache.entries.size).toBe(0);
  });

  it('does not keep what is no JSON', async () => {
    await keepFeedPage(cache.asCache, 'ada', address(1, 7), '<html>');
    expect(cache.entries.size).toBe(0);
  });
});
