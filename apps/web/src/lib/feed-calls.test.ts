import { cursorFeed, postAnalytics, randomPosts } from '@social-feed/contracts';
import { expect, it } from 'vitest';
import { idOf, makeServerPost } from '../testing/make-post';
import { recordCalls } from '../testing/record-calls';
import { createApiClient } from './api-client';

/** Calls of F §7 that no screen makes: the client makes them all the same, typed and checked by the contracts. */
const api = createApiClient({ baseUrl: 'http://localhost:3000/api' });

it('reads the feed by cursor, with its seed', async () => {
  const data = [makeServerPost()];
  const calls = recordCalls({ success: true, data, seed: 5, hasNextPage: true, nextCursor: 'abc' });
  const query = { limit: '10', cursor: 'xyz', seed: '5', isFirstLoad: 'false', tag: '' };
  expect(await api.call(cursorFeed, { query })).toMatchObject({ seed: 5, nextCursor: 'abc' });
  expect(calls).toMatchObject([
    {
      line: 'GET /posts/infinite-cursor?limit=10&cursor=xyz&seed=5&isFirstLoad=false',
      credentials: 'include',
    },
  ]);
});

it('reads random posts', async () => {
  const pagination = { currentPage: 1, hasNext: false, totalPosts: 1 };
  const calls = recordCalls({ success: true, data: [makeServerPost()], seed: 9, pagination });
  expect((await api.call(randomPosts, { query: { limit: '5' } })).data).toHaveLength(1);
  expect(calls).toMatchObject([{ line: 'GET /posts/random?limit=5', credentials: 'include' }]);
});

it('reads the figures of an own post', async () => {
  const figures = { totalViews: 2, likes: 1, dislikes: 0, comments: 0, shares: 0, saves: 0 };
  const data = {
    postId: idOf(1),
    ...figures,
    engagementRate: 50,
    avgViewDuration: 4.5,
    referrals: { direct: 2 },
    chartData: [],
  };
  const calls = recordCalls({ success: true, data });
  expect((await api.call(postAnalytics, { params: { id: idOf(1) } })).data).toEqual(data);
  expect(calls).toMatchObject([
    { line: `GET /post-interactions/${idOf(1)}/analytics`, credentials: 'include' },
  ]);
});
