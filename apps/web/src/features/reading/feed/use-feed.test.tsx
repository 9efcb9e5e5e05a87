import { onlineManager } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '../../../cache/keys';
import { createQueryClient } from '../../../lib/query-client';
import { LAST_FEED, useOfflineStore } from '../../../lib/offline';
import { idOf, makePost, makeServerPost } from '../../../testing/make-post';
import { server } from '../../../testing/server';
import { testUser } from '../../../testing/users';
import { withViewer } from '../../../testing/with-viewer';
import { useFeed } from './feed-query';
import { MINUTE } from '../../../lib/time';
import { pass } from '../../../testing/fake-clock';

/** Times of the calls, in milliseconds since the start of the test. */
let calls: number[] = [];
let start = 0;

const serve = (answer: () => Response) =>
  server.use(
    http.get('*/api/posts/infinite', () => {
      calls.push(Date.now() - start);
      return answer();
    }),
  );
const onePost = () =>
  HttpResponse.json({ success: true, data: [makeServerPost()], seed: 7, hasNextPage: false, nextPage: null });
const status = (code: number) => () => HttpResponse.json({}, { status: code });

beforeEach(() => {
  vi.useFakeTimers();
  calls = [];
  start = Date.now();
});
afterEach(() => void vi.useRealTimers());

const openFeed = (client = createQueryClient()) => {
  const view = renderHook(() => useFeed(), { wrapper: withViewer(client, testUser()) });
  return { ...view, client };
};
const settled = () => vi.waitFor(() => expect(calls.length).toBeGreaterThan(0)).then(() => pass(50));

describe('the feed in the cache', () => {
  it('is fresh for 5 minutes and shown unchanged on a return before that [F9-3]', async () => {
    serve(onePost);
    const first = openFeed();
    await settled();
    expect(first.result.current.posts).toHaveLength(1);
    first.unmount();
    await pass(5 * MINUTE - 2000);
    const second = openFeed(first.client);
    expect(second.result.current.posts).toHaveLength(1);
    await pass(100);
    expect(calls).toHaveLength(1);
    second.unmount();
    await pass(3000);
    openFeed(first.client);
    await pass(100);
    expect(calls).toHaveLength(2);
  });

  it('is removed 10 minutes after its last use [F9-4]', async () => {
    serve(onePost);
    const { unmount, client } = openFeed();
    await settled();
    const held = () => client.getQueryCache().findAll({ queryKey: ['posts', 'feed'] }).length;
    unmount();
    await pass(10 * MINUTE - 1000);
    expect(held()).toBe(1);
    await pass(1000);
    expect(held()).toBe(0);
  });

  it.each([500, 503, 429, 408])('is retried once, within 5 s, after %i [F9-5]', async (code) => {
    serve(status(code));
    const { result } = openFeed();
    await settled();
    await pass(5000);
    expect(calls).toHaveLength(2);
    expect((calls[1] ?? 0) - (calls[0] ?? 0)).toBeGreaterThanOrEqual(1000);
    await pass(MINUTE);
    expect(calls).toHaveLength(2);
    expect(result.current.error?.message).toBe(`HTTP ${code}: {}`);
  });

  it('is retried once without a network [F9-5]', async () => {
    serve(() => HttpResponse.error());
    const { result } = openFeed();
    await settled();
    await pass(MINUTE);
    expect(calls).toHaveLength(2);
    expect(result.current.error).not.toBeNull();
  });

  it.each([400, 403, 404])('is not retried after %i', async (code) => {
    serve(status(code));
    openFeed();
    await settled();
    await pass(MINUTE);
    expect(calls).toHaveLength(1);
  });

  it.each([
    [5, 5],
    [6, 0],
  ])('of %i pages is refetched with %i calls when all queries are invalidated', async (pages, expected) => {
    const client = createQueryClient();
    serve(() =>
      HttpResponse.json({
        success: true,
        data: [makeServerPost()],
        seed: 7,
        hasNextPage: true,
        nextPage: calls.length + 1,
      }),
    );
    const page = (number: number) => ({
      data: [makePost()],
      hasNextPage: true,
      nextPage: number + 1,
      seed: 7,
    });
    const numbers = Array.from({ length: pages }, (_unused, index) => index + 1);
    client.setQueryData(keys.feed(testUser()._id), { pages: numbers.map(page), pageParams: numbers });
    openFeed(client);
    act(() => void client.invalidateQueries());
    await pass(1000);
    expect(calls).toHaveLength(expected);
  });

  it('is refetched on reconnect if it has no posts', async () => {
    let back = false;
    serve(() => (back ? onePost() : status(400)()));
    const { result } = openFeed();
    await settled();
    expect(result.current.isError).toBe(true);
    back = true;
    const reconnect = async () => {
      act(() => onlineManager.setOnline(false));
      act(() => onlineManager.setOnline(true));
      await pass(100);
    };
    await reconnect();
    expect(result.current.posts).toHaveLength(1);
    await pass(10 * MINUTE);
    await reconnect();
    expect(calls).toHaveLength(2);
  });
});

describe('the feed while the server is down', () => {
  const viewer = testUser();
  const page = (seed: number, number: number) => ({
    data: [{ ...makePost(), _id: idOf(number) }],
    hasNextPage: true,
    nextPage: number + 1,
    seed,
  });
  beforeEach(() => {
    useOfflineStore.setState({ kept: false });
    const data = { pages: [page(7, 1), page(7, 2)], pageParams: [1, 2] };
    localStorage.setItem(LAST_FEED, JSON.stringify({ version: 5, viewerId: viewer._id, entry: 'e', data }));
  });
  afterEach(() => localStorage.removeItem(LAST_FEED));

  it('is the stored one, page by page, until the server responds', async () => {
    serve(() => HttpResponse.error());
    const { result } = openFeed();
    await settled();
    expect(result.current.posts.map(({ _id }) => _id)).toEqual([idOf(1)]);
    expect(useOfflineStore.getState().kept).toBe(true);
    await act(() => result.current.fetchNextPage());
    await pass(50);
    expect(result.current.posts.map(({ _id }) => _id)).toEqual([idOf(1), idOf(2)]);
    serve(onePost);
    await act(() => result.current.fetchNextPage());
    expect(useOfflineStore.getState().kept).toBe(false);
  });

  it('does not replace the posts on screen', async () => {
    const now = makeServerPost({ title: 'As it is now' });
    serve(() => HttpResponse.json({ success: true, data: [now], seed: 7, hasNextPage: false }));
    const { result } = openFeed();
    await settled();
    serve(() => HttpResponse.error());
    act(() => void result.current.refetch());
    await pass(MINUTE);
    expect(result.current.isFetching).toBe(false);
    expect(result.current.posts.map(({ title }) => title)).toEqual(['As it is now']);
    expect(useOfflineStore.getState().kept).toBe(false);
  });

  it('fails if the server responds with an error or the stored feed is of another reader', async () => {
    serve(status(500));
    const { result } = openFeed();
    await pass(MINUTE);
    expect(result.current.isError).toBe(true);
    localStorage.setItem(
      LAST_FEED,
      JSON.stringify({ version: 5, viewerId: 'bob', entry: 'e', data: { pages: [page(7, 1)] } }),
    );
    serve(() => HttpResponse.error());
    const other = openFeed();
    await pass(MINUTE);
    expect(other.result.current.isError).toBe(true);
    expect(useOfflineStore.getState().kept).toBe(false);
  });
});
