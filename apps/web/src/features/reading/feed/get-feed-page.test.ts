import { delay, http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { makeServerPost } from '../../../testing/make-post';
import { recordCalls } from '../../../testing/record-calls';
import { serveDays } from '../../../testing/serve-days';
import { server } from '../../../testing/server';
import { getFeedPage } from './get-feed-page';
import { getFeedModePage } from './feed-mode-query';

const { signal } = new AbortController();
const answer = {
  success: true,
  message: 'Posts',
  data: [makeServerPost()],
  seed: 77,
  hasNextPage: true,
  nextPage: 2,
};
const refuse = (status: number, body: string) =>
  server.use(http.get('*/api/posts/infinite', () => new HttpResponse(body, { status })));

describe('a page of the feed', () => {
  it('requests 20 posts first, then 10, random and descending, with the seed [F7-3 F7-4 F7-5 F7-30 F9-1]', async () => {
    const calls = recordCalls(answer);
    await getFeedPage({ page: 1, seed: 0, reader: null, signal });
    await getFeedPage({ page: 2, seed: 77, reader: null, signal });
    expect(calls.map(({ line }) => line)).toEqual([
      'GET /posts/infinite?page=1&limit=20&sortBy=random&sortOrder=desc&seed=0&isFirstLoad=true',
      'GET /posts/infinite?page=2&limit=10&sortBy=random&sortOrder=desc&seed=77&isFirstLoad=false',
    ]);
  });

  it('sends cookies, the content type of JSON and a stored token [F7-1 F7-5]', async () => {
    localStorage.setItem('authToken', 'personal');
    const calls = recordCalls(answer);
    await getFeedPage({ page: 1, seed: 0, reader: null, signal });
    await getFeedPage({ page: 2, seed: 77, reader: null, signal });
    expect(calls).toHaveLength(2);
    for (const { credentials, headers } of calls) {
      expect(credentials).toBe('include');
      expect(headers.get('content-type')).toBe('application/json');
      expect(headers.get('authorization')).toBe('Bearer personal');
    }
  });

  it('reads the posts, the seed and the next page [F7-8]', async () => {
    recordCalls(answer);
    const page = await getFeedPage({ page: 1, seed: 1, reader: null, signal });
    expect(page).toMatchObject({ seed: 77, hasNextPage: true, nextPage: 2 });
    expect(page.data.map(({ title }) => title)).toEqual(['Morning light']);
  });

  it('aborts the previous call [F7-7]', async () => {
    let asked = 0;
    server.use(
      http.get('*/api/posts/infinite', async () => {
        asked += 1;
        if (asked === 1) await delay('infinite');
        return HttpResponse.json(answer);
      }),
    );
    const first = getFeedPage({ page: 2, seed: 1, reader: null, signal });
    const outcome = expect(first).rejects.toMatchObject({ name: 'AbortError' });
    await expect.poll(() => asked).toBe(1);
    await expect(getFeedPage({ page: 1, seed: 2, reader: null, signal })).resolves.toMatchObject({
      seed: 77,
    });
    await outcome;
  });

  it.each([
    [400, '{"message":"No"}', 'HTTP 400: {"message":"No"}'],
    [429, '', 'HTTP 429: '],
    [500, '{}', 'HTTP 500: {}'],
    [502, '<html>Bad gateway</html>', 'HTTP 502: <html>Bad gateway</html>'],
  ])('rejects status %i with body %j as %j [F8-1]', async (status, body, message) => {
    refuse(status, body);
    await expect(getFeedPage({ page: 1, seed: 1, reader: null, signal })).rejects.toMatchObject({
      status,
      message,
    });
  });

  it.each([
    [{ success: false, message: 'Closed' }, 'API Error: Closed'],
    [{ success: false }, 'API Error: Unknown error'],
  ])('rejects the response %j with "%s"', async (body, message) => {
    recordCalls(body);
    await expect(getFeedPage({ page: 1, seed: 1, reader: null, signal })).rejects.toThrow(message);
  });
});

describe('a page of another feed mode', () => {
  it.each([
    ['newest', 'Failed to fetch posts: 400'],
    ['day', 'HTTP 400: boom'],
  ] as const)('of mode %s has its own error message [F8-2]', async (way, words) => {
    serveDays();
    server.use(http.get(/api\/posts/, () => new HttpResponse('boom', { status: 400 })));
    await expect(getFeedModePage(way, '', signal)).rejects.toThrow(words);
  });
});
