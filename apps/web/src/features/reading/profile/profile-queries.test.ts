import { act, renderHook } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../lib/query-client';
import { idOf, makeServerPost } from '../../../testing/make-post';
import { analytics, board, broken, grace, ok, pageOf } from '../../../testing/serve-profile';
import { server } from '../../../testing/server';
import { ALL_TRIES } from '../../../testing/failing-answers';
import { withViewer } from '../../../testing/with-viewer';
import {
  analyticsQuery,
  useAnalytics,
  boardQuery,
  useBoards,
  getPostPage,
  useProfilePosts,
  profileQuery,
} from './profile-queries';
import { MINUTE } from '../../../lib/time';

const page = (number: number) => ({ page: number, signal: new AbortController().signal });

/** Returns the hook's final result after all retries. */
const shownBy = async <T>(use: () => T): Promise<T> => {
  vi.useFakeTimers();
  const { result } = renderHook(use, { wrapper: withViewer(createQueryClient(), null) });
  await act(() => vi.advanceTimersByTimeAsync(ALL_TRIES));
  return result.current;
};

afterEach(() => {
  vi.useRealTimers();
});

describe('GET /users/username/{userName}', () => {
  const NAME = '/api/users/username/:name';

  it('returns the user, cached for 5 minutes [A7.3-1 A7.3-4 A9-25]', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const asked: string[] = [];
    server.use(
      http.get(NAME, ({ params }) => {
        asked.push(String(params['name']));
        return ok(grace);
      }),
    );
    const client = createQueryClient();
    expect(await client.query(profileQuery('grace'))).toEqual(grace);
    vi.setSystemTime(Date.now() + 5 * MINUTE - 1);
    await client.query(profileQuery('Grace'));
    expect(asked).toEqual(['grace']);
    vi.setSystemTime(Date.now() + 1);
    await client.query(profileQuery('grace'));
    expect(asked).toEqual(['grace', 'grace']);
  });

  it('retries once after a transient failure, then reports status and text [A7.3-2 A7.3-4]', async () => {
    const answer = vi.fn(broken);
    server.use(http.get(NAME, answer));
    const asking = createQueryClient().query({ ...profileQuery('grace'), retryDelay: 0 });
    await expect(asking).rejects.toThrow('User not found: 500 - Broken');
    expect(answer).toHaveBeenCalledTimes(2);
  });

  it('does not retry if the user does not exist', async () => {
    const answer = vi.fn(() => HttpResponse.json({ message: 'No such user' }, { status: 404 }));
    server.use(http.get(NAME, answer));
    const asking = createQueryClient().query(profileQuery('grace'));
    await expect(asking).rejects.toThrow('User not found: 404 - No such user');
    expect(answer).toHaveBeenCalledTimes(1);
  });

  it.each([{}, { success: true }, { success: true, data: null }, { success: true, data: { _id: 'x' } }])(
    'fails with "Invalid response format" on %j [A7.3-3]',
    async (body) => {
      server.use(http.get(NAME, () => HttpResponse.json(body)));
      const asking = createQueryClient().query(profileQuery('grace'));
      await expect(asking).rejects.toThrow('Invalid response format');
    },
  );
});

describe('GET /boards/user/{userId}', () => {
  const BOARD = '/api/boards/user/:id';

  it('returns an object or a list as a list, cached for 5 minutes [A7.3-5 A7.3-7 A9-25]', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const answer = vi.fn(() => ok(board));
    server.use(http.get(BOARD, answer));
    const client = createQueryClient();
    const [first] = await client.query(boardQuery(grace._id, null));
    expect(first).toMatchObject({ _id: board._id, bio: board.bio, socialStats: board.socialStats });
    vi.setSystemTime(Date.now() + 5 * MINUTE - 1);
    await client.query(boardQuery(grace._id, null));
    expect(answer).toHaveBeenCalledTimes(1);
    vi.setSystemTime(Date.now() + 1);
    server.use(http.get(BOARD, () => ok([board, board])));
    expect(await client.query(boardQuery(grace._id, null))).toHaveLength(2);
  });

  it.each([
    ['an error', broken],
    ['a 404', () => HttpResponse.json({ message: 'None' }, { status: 404 })],
    ['a lost network', () => HttpResponse.error()],
    ['no JSON', () => new HttpResponse('<html>')],
  ])('returns an empty list after %s [A7.3-6]', async (_what, answer) => {
    server.use(http.get(BOARD, answer));
    expect(await shownBy(() => useBoards(grace._id, null))).toEqual([]);
  });
});

describe('GET /posts/user/{userId}', () => {
  const POSTS = '/api/posts/user/:id';

  it('fetches pages of 12 [A7.3-8]', async () => {
    let asked = '';
    server.use(
      http.get(POSTS, ({ request }) => {
        asked = new URL(request.url).pathname + new URL(request.url).search;
        return pageOf([makeServerPost()], true);
      }),
    );
    const found = await getPostPage({ of: 'posts', userId: idOf(77) }, page(3));
    expect(asked).toBe(`/api/posts/user/${idOf(77)}?page=3&limit=12`);
    expect(found).toMatchObject({ hasMore: true, totalCount: 1 });
  });

  it('returns an empty result on a 404 [A7.3-11]', async () => {
    server.use(http.get(POSTS, () => HttpResponse.json({ message: 'None' }, { status: 404 })));
    expect(await getPostPage({ of: 'posts', userId: idOf(77) }, page(1))).toEqual({
      data: [],
      hasMore: false,
      totalCount: 0,
    });
  });

  it.each([
    ['an error', broken],
    ['a lost network', () => HttpResponse.error()],
  ])('returns an empty result after %s too, and reports the failure [A7.3-12]', async (_what, answer) => {
    server.use(http.get(POSTS, answer));
    const shown = await shownBy(() => useProfilePosts({ of: 'media', userId: idOf(77) }));
    expect(shown).toMatchObject({ posts: [], hasNextPage: false, isError: true });
  });
});

describe('GET /posts/analytics/user/{userId}', () => {
  const FIGURES = '/api/posts/analytics/user/:id';

  it('returns the figures [A3-11 A7.3-15]', async () => {
    server.use(http.get(FIGURES, () => ok(analytics)));
    expect(await createQueryClient().query(analyticsQuery(grace._id))).toEqual(analytics);
  });

  it.each([
    ['an error', broken],
    ['a lost network', () => HttpResponse.error()],
    ['an answer that is none', () => ok('x')],
  ])('returns zeros and an empty chart after %s [A7.3-16]', async (_what, answer) => {
    server.use(http.get(FIGURES, answer));
    expect(await shownBy(() => useAnalytics(grace._id))).toMatchObject({
      totalViews: 0,
      totalPosts: 0,
      monthlyGrowth: 0,
      chartData: [],
    });
  });
});
