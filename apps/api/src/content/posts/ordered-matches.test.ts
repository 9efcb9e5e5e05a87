import type { Post } from '@social-feed/contracts';
import { Types, type mongo } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NewPost } from './post-positions.js';
import { newPost } from '../../testing/content.js';
import { explain, watchReads } from '../../testing/reads.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

const COUNT = 3000;
const MATCHES = 600;

let app: TestApp;
let posts: NewPost[];
/** Commands since the start of the test that read posts. */
let commands: mongo.Document[];
/** Those that read lists: `walk` along an order, or `sort` of all matches. */
const reads = () =>
  commands.flatMap((command) => {
    if ('sort' in command) return [{ how: 'sort', command }];
    return '$sort' in (command['pipeline']?.[1] ?? {}) ? [{ how: 'walk', command }] : [];
  });

/**
 * Makes posts: every fifth has the tag and word `often`, the newest 600 have `late` and no views, and ten have
 * `seldom`.
 */
function makePost(index: number, user: Types.ObjectId): NewPost {
  const late = index >= COUNT - MATCHES;
  const tags = [
    ...(index % 5 === 0 ? ['often'] : []),
    ...(late ? ['late'] : []),
    ...(index % 300 === 0 ? ['seldom'] : []),
  ];
  return newPost(user, {
    title: `${index}`,
    tags,
    tagKeys: tags,
    searchTerms: tags,
    views: late ? 0 : (index * 7919) % 401,
    likes: (index * 104_729) % 97,
    createdAt: new Date(1_700_000_000_000 + index * 1000),
  });
}

beforeAll(async () => {
  app = await createTestApp({ config: { mongo: { monitorCommands: true } } });
  const { user } = await app.signUp();
  posts = Array.from({ length: COUNT }, (_, index) => makePost(index, new Types.ObjectId(user._id)));
  for (let from = 0; from < COUNT; from += 1000) {
    await app.ctx.posts.positions.insert(posts.slice(from, from + 1000));
  }
  commands = watchReads(app, 'posts');
});
beforeEach(() => {
  commands.length = 0;
});
afterAll(() => app.close());

type SortBy = 'views' | 'likes' | 'createdAt';

function expected(tag: string, sortBy: SortBy, direction: 1 | -1): string[] {
  return posts
    .filter(({ tags }) => tags.includes(tag))
    .sort(
      (a, b) =>
        direction *
        (Number(a[sortBy]) - Number(b[sortBy]) || (a._id.toHexString() < b._id.toHexString() ? -1 : 1)),
    )
    .map(({ title }) => title);
}

async function list(path: string): Promise<{ titles: string[]; total: number; hasNext: boolean }> {
  const { status, body } = await app.agent().get(`/posts?${path}`);
  expect(status).toBe(200);
  const { hasNext, totalPosts } = body.pagination;
  return { titles: (body.data as Post[]).map(({ title }) => title), total: totalPosts, hasNext };
}

describe('posts by tag or words in an order', () => {
  const orders = (['views', 'likes', 'createdAt'] as const).flatMap((sortBy) =>
    (['asc', 'desc'] as const).map((sortOrder) => ({ sortBy, sortOrder })),
  );

  it.each(orders)(
    'returns the matches by $sortBy, $sortOrder, on every page',
    async ({ sortBy, sortOrder }) => {
      const direction = sortOrder === 'asc' ? 1 : -1;
      for (const [tag, total] of [
        ['often', MATCHES],
        ['late', MATCHES],
        ['seldom', 10],
      ] as const) {
        const all = expected(tag, sortBy, direction);
        expect(all).toHaveLength(total);
        for (const filter of [`tag=${tag}`, `q=${tag}`]) {
          for (const page of [1, 2, 13, total / 10, total / 10 + 1]) {
            const query = `${filter}&sortBy=${sortBy}&sortOrder=${sortOrder}&limit=10&page=${page}`;
            expect(await list(query), query).toEqual({
              titles: all.slice((page - 1) * 10, page * 10),
              total,
              hasNext: page * 10 < total,
            });
          }
        }
      }
    },
  );

  it.each([
    'tag=often&sortBy=views',
    'q=often&sortBy=views',
    'q=often&sortBy=likes',
    'q=often&sortBy=createdAt',
  ])('walks the order’s index if many match: %s', async (query) => {
    await list(query);
    expect(reads().map(({ how }) => how)).toEqual(['walk']);
    // The walk reads at most as many posts as match; run without that limit, it reads far fewer.
    const { pipeline, hint } = reads()[0]!.command as { pipeline: mongo.Document[]; hint: mongo.Document };
    expect(pipeline[2]).toEqual({ $limit: MATCHES });
    const examined = async (more: object) => {
      const [shown, sort, , match, , limit] = pipeline;
      const filter = { ...shown!['$match'], ...match!['$match'] };
      const find = { find: 'posts', filter, sort: sort!['$sort'], limit: limit!['$limit'], ...more };
      return (await explain(app, find)).totalDocsExamined;
    };
    const index = query.startsWith('tag')
      ? { hidden: 1, tagKeys: 1, createdAt: -1, _id: -1 }
      : { searchTerms: 1 };
    expect(await examined({ hint })).toBeLessThan(100);
    expect(await examined({ hint: index })).toBeGreaterThanOrEqual(MATCHES);
  });

  it('sorts after all if the walk finds too few', async () => {
    await list('tag=late&sortBy=views');
    expect(reads().map(({ how }) => how)).toEqual(['walk', 'sort']);
  });

  it.each(['tag=seldom&sortBy=views', 'q=seldom&sortBy=createdAt'])(
    'sorts if few match, and reads only those: %s',
    async (query) => {
      await list(query);
      expect(reads().map(({ how }) => how)).toEqual(['sort']);
      const { totalDocsExamined, totalKeysExamined } = await explain(app, reads()[0]!.command);
      expect(totalDocsExamined).toBe(10);
      // MongoDB may read the key after a range to find its end.
      expect(totalKeysExamined).toBeLessThanOrEqual(12);
    },
  );

  it('reads nothing after the last page, or if nothing matches', async () => {
    expect(await list('q=late&sortBy=views&page=900')).toEqual({
      titles: [],
      total: MATCHES,
      hasNext: false,
    });
    expect(await list('tag=never&sortBy=views')).toEqual({ titles: [], total: 0, hasNext: false });
    expect(reads()).toEqual([]);
  });
});
