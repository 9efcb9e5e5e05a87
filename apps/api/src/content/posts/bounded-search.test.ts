import fc from 'fast-check';
import { Types } from 'mongoose';
import { beforeEach, expect, it } from 'vitest';
import { createPageReader } from '../../platform/http/paging.js';
import { createCostMeter } from '../../testing/cost-meter.js';
import { newPost } from '../../testing/content.js';
import { runs } from '../../testing/runs.js';
import { appScene } from '../../testing/scene.js';
import type { NewPost } from './post-positions.js';
import type { ListQuery } from './list-filter.js';
import { createPostLists } from './post-lists.js';
import type { PostAssembler, StoredPost } from './post.presenter.js';
import type { RandomFeed } from './random-feed.js';

const scene = appScene({ config: { mongo: { monitorCommands: true } } });
beforeEach(() => scene.app.ctx.models.Post.deleteMany({}));

/** Bounds as of an instance with more posts than one page may read. */
const BOUNDS = { sorted: 4, counted: 12, read: 24, step: 6, walk: 16 };
const AUTHORS = [new Types.ObjectId(), new Types.ObjectId()] as const;
const START = 1_700_000_000_000;

/** The lists of posts, without what is about their readers. */
function createLists(bounds: typeof BOUNDS, hiding: Types.ObjectId[] = []) {
  const assembler = {
    posts: (found: StoredPost[]) => Promise.resolve(found),
    authors: (ids: unknown[]) => Promise.resolve({ size: ids.length }),
  };
  return createPostLists(
    {
      posts: scene.app.ctx.models.Post,
      random: {} as RandomFeed,
      assembler: assembler as unknown as PostAssembler,
      readPage: createPageReader(Buffer.alloc(32)),
      hidingFrom: () => Promise.resolve(hiding),
      numbersOf: () => Promise.resolve(undefined),
      tags: { numberOf: () => Promise.resolve(undefined) },
    },
    bounds,
  );
}

/** Follows the cursors to the end. */
async function readToEnd(lists: ReturnType<typeof createLists>, query: Omit<ListQuery, 'page'>) {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let pages = 0; ; pages += 1) {
    const { data, nextCursor, pagination } = await lists.list({ ...query, page: 1, cursor }, null);
    expect(data.length).toBeLessThanOrEqual(query.limit);
    expect(pagination.hasNext).toBe(nextCursor !== null);
    ids.push(...data.map(({ _id }) => new Types.ObjectId(_id).toHexString()));
    if (nextCursor === null) return ids;
    expect(pages).toBeLessThan(1000);
    cursor = nextCursor;
  }
}

const WORDS = ['harbour', 'har', 'lamp', 'zebra'];

const aPost = fc.record({
  words: fc.subarray(WORDS),
  tags: fc.subarray(['sea', 'sky']),
  author: fc.integer({ min: 0, max: 1 }),
  hidden: fc.boolean(),
  at: fc.integer({ min: 0, max: 30 }),
  views: fc.integer({ min: 0, max: 3 }),
});

const aQuery = fc.record({
  q: fc.option(
    fc.subarray(WORDS, { minLength: 1 }).map((words) => words.join(' ')),
    { nil: undefined },
  ),
  tag: fc.option(fc.constantFrom('sea', 'sky'), { nil: undefined }),
  userId: fc.option(fc.constantFrom(...AUTHORS).map(String), { nil: undefined }),
  sortBy: fc.constantFrom('createdAt' as const, 'views' as const, 'likes' as const),
  sortOrder: fc.constantFrom('asc' as const, 'desc' as const),
  limit: fc.integer({ min: 1, max: 9 }),
});

/** Whether a post is in a list. */
function matches(post: NewPost & { hidden: boolean }, { q, tag, userId }: Partial<ListQuery>): boolean {
  const words = q?.split(' ') ?? [];
  return (
    !post.hidden &&
    words.every((word) => post.searchTerms.some((term) => term.startsWith(word))) &&
    (tag === undefined || post.tagKeys.includes(tag)) &&
    (userId === undefined || post.user.equals(userId))
  );
}

it('gives each match once and in order, page by page, however many match [B1-16]', async () => {
  // of an author alone, the totals tell the number, up to 10,000
  const isSearch = ({ q, tag, userId, sortBy }: Partial<ListQuery>) =>
    (q ?? tag) !== undefined || (userId !== undefined && sortBy === 'createdAt');
  await fc.assert(
    fc.asyncProperty(
      fc.array(aPost, { minLength: 25, maxLength: 120 }),
      fc.array(aQuery.filter(isSearch), { minLength: 1, maxLength: 8 }),
      async (made, queries) => {
        const { collection } = scene.app.ctx.models.Post;
        await collection.deleteMany({});
        const posts = made.map(({ words, tags, author, hidden, at, views }) => ({
          ...newPost(AUTHORS[author]!, { searchTerms: words, tagKeys: tags, views }),
          createdAt: new Date(START + at),
          hidden,
          feedKeys: [],
        }));
        await collection.insertMany(posts);
        const lists = createLists(BOUNDS);
        for (const query of queries) {
          const { sortBy, sortOrder } = query;
          const direction = sortOrder === 'asc' ? 1 : -1;
          const expected = posts
            .filter((post) => matches(post, query))
            .sort(
              (a, b) =>
                direction *
                (Number(a[sortBy]) - Number(b[sortBy]) || (String(a._id) < String(b._id) ? -1 : 1)),
            )
            .map(({ _id }) => String(_id));
          expect(await readToEnd(lists, query), JSON.stringify(query)).toEqual(expected);
        }
      },
    ),
    { numRuns: runs(25, 400) },
  );
});

/** 3,000 posts: the oldest 1,500 have one word, every tenth another, the first ten a third. */
async function insertMany(): Promise<void> {
  const posts = Array.from({ length: 3000 }, (_, index) => ({
    ...newPost(AUTHORS[0], {
      searchTerms: [
        ...(index < 1500 ? ['harbour'] : []),
        ...(index % 2 === 0 ? ['lamplight'] : []),
        ...(index < 10 ? ['zebra'] : []),
      ],
      views: index % 7,
    }),
    createdAt: new Date(START + index),
    hidden: false,
    feedKeys: [],
  }));
  await scene.app.ctx.models.Post.collection.insertMany(posts);
}

const LARGER = { sorted: 50, counted: 100, read: 200, step: 20, walk: 100 };

it.each([
  ['whose newest matches are far back', 'harbour', 'createdAt'],
  ['by views', 'harbour', 'views'],
  ['with another common one', 'harbour lamplight', 'createdAt'],
  ['in a random order', 'harbour', 'random'],
] as const)('reads a bounded number of posts for a common word %s [B1-16]', async (_which, q, sortBy) => {
  await insertMany();
  const lists = createLists(LARGER);
  // the number of all posts is remembered for a minute
  await lists.list({ q: 'zebra', sortBy: 'views', sortOrder: 'desc', page: 1, limit: 1 }, null);
  const measure = createCostMeter(scene.app);
  let next: string | null = null;
  for (let page = 0; page < 3; page += 1) {
    const cursor: string | undefined = next ?? undefined;
    const { read } = await measure(async () => {
      const query = { q, sortBy, sortOrder: 'desc', page: 1, limit: 10, cursor, seed: 3 } as const;
      const { nextCursor, pagination } = await lists.list(query, null);
      next = nextCursor;
      expect(pagination).toMatchObject({ hasNext: true, totalPosts: 100 });
    });
    expect(read).toBeLessThanOrEqual(5 * LARGER.read);
  }
});

it('reads the posts of the rarest word, and no more', async () => {
  await insertMany();
  const lists = createLists(LARGER);
  const query = { q: 'lamplight zebra', sortBy: 'createdAt', sortOrder: 'desc', limit: 10, page: 1 } as const;
  const { data, pagination } = await lists.list(query, null);
  expect(data).toHaveLength(5);
  expect(pagination).toEqual({ currentPage: 1, hasNext: false, totalPosts: 5 });
});
