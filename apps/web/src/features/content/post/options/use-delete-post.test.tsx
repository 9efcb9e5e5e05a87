import { useInfiniteQuery } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it } from 'vitest';
import { keys } from '../../../../cache/keys';
import { feedSeed } from '../model/feed-seed';
import { withToasts } from '../../../../testing/toasts';
import { useDialogStore } from '../../../../lib/dialogs';
import { createQueryClient } from '../../../../lib/query-client';
import { FAILING_ANSWERS } from '../../../../testing/failing-answers';
import { idOf, makePost } from '../../../../testing/make-post';
import { board } from '../../../../testing/serve-profile';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';
import { withViewer } from '../../../../testing/with-viewer';
import { NO_FIGURES, toPostPage, type PostPage } from '../../../reading/profile/profile-model';
import { useDeletePost } from './use-delete-post';
import { pass, until } from '../../../../testing/fake-clock';

const OWN = idOf(2);
const viewer = testUser();
const author = { ...viewer, isFollowing: false };

interface List {
  pages: PostPage[];
}

/** Shows a profile's list of three posts, deletes the second one, and confirms or declines. */
const deleteSecond = async (confirmed: boolean) => {
  const client = createQueryClient();
  const key = keys.profilePosts(viewer._id, 'posts', viewer._id);
  const data = [1, 2, 3].map((number) => makePost({ _id: idOf(number), user: author }));
  const answer = { success: true, data, pagination: { hasNext: false, totalPosts: 3 } };
  client.setQueryData(key, { pages: [toPostPage(answer, 12)], pageParams: [1] });
  const counted = { ...board, socialStats: { ...board.socialStats, posts: 3 } };
  client.setQueryData(keys.board(viewer._id, viewer._id), [counted]);
  client.setQueryData(keys.analytics(viewer._id), { ...NO_FIGURES, totalPosts: 3 });
  const shown = () => {
    const [page] = client.getQueryData<List>(key)?.pages ?? [];
    const [shownBoard] = client.getQueryData<(typeof board)[]>(keys.board(viewer._id, viewer._id)) ?? [];
    const figures = client.getQueryData<typeof NO_FIGURES>(keys.analytics(viewer._id));
    return {
      ids: page?.data.map(({ _id }) => _id),
      totals: [page?.totalCount, shownBoard?.socialStats.posts, figures?.totalPosts],
    };
  };
  const stale = () => client.getQueryState(key)?.isInvalidated;
  const { result } = renderHook(() => useDeletePost(), { wrapper: withViewer(client, viewer) });
  const outcome = result.current(OWN);
  const { current } = useDialogStore.getState();
  if (current?.kind !== 'ask') throw new Error('Nobody asked');
  current.answer(confirmed);
  await pass(20);
  return { outcome, shown, stale };
};
const all = { ids: [idOf(1), OWN, idOf(3)], totals: [3, 3, 3] };
const without = { ids: [idOf(1), idOf(3)], totals: [2, 2, 2] };

withToasts();
afterEach(() => {
  useDialogStore.setState({ current: null });
});

const late = (answer: () => Response | Promise<Response>) => async () => {
  await new Promise((resolve) => setTimeout(resolve, 100));
  return answer();
};

describe('deleting an own post', () => {
  it('removes it from the lists at once, lowers the total, and refetches the lists [F4-23]', async () => {
    server.use(
      http.delete(
        '*/api/posts/:id',
        late(() => HttpResponse.json({ success: true, message: 'Gone' })),
      ),
    );
    const { outcome, shown, stale } = await deleteSecond(true);
    expect(shown()).toEqual(without);
    expect(stale()).toBe(false);
    await pass(200);
    expect(await outcome).toBe(true);
    expect(shown()).toEqual(without);
    expect(stale()).toBe(true);
  });

  it('does nothing if the user declines', async () => {
    const { outcome, shown } = await deleteSecond(false);
    expect(await outcome).toBe(false);
    expect(shown()).toEqual(all);
  });

  it('succeeds if the post is already gone, e.g. after a lost response [F4-12]', async () => {
    server.use(http.delete('*/api/posts/:id', () => HttpResponse.json({}, { status: 404 })));
    feedSeed.replace(77);
    const { outcome, shown } = await deleteSecond(true);
    await pass(200);
    expect(await outcome).toBe(true);
    expect(shown()).toEqual(without);
    expect(sessionStorage.getItem('feed-seed')).toBeNull();
  });

  it.each(FAILING_ANSWERS)(
    'rolls back after $kind, shows the reason, and refetches the lists [F4-24]',
    async (failing) => {
      const { answer, status, words } = failing;
      server.use(http.delete('*/api/posts/:id', late(answer)));
      const { outcome, shown, stale } = await deleteSecond(true);
      expect(shown()).toEqual(without);
      await until(status >= 400 ? `Failed to delete post: ${status}` : words);
      expect(await outcome).toBe(false);
      expect(shown()).toEqual(all);
      expect(stale()).toBe(true);
    },
  );
});

it.each([
  [5, 5],
  [6, 0],
])('refetches a list of %i pages on screen with %i calls [F4-24]', async (pages, calls) => {
  server.use(http.delete('*/api/posts/:id', () => HttpResponse.json({ success: true, message: 'Gone' })));
  const client = createQueryClient();
  const key = keys.search('bread', viewer._id);
  const data = Array.from({ length: pages }, (_unused, page) => ({
    data: [makePost({ _id: idOf(page + 10) })],
  }));
  client.setQueryData(key, { pages: data, pageParams: data.map((_page, index) => index + 1) });
  let asked = 0;
  const { result } = renderHook(
    () => {
      useInfiniteQuery({
        queryKey: key,
        queryFn: ({ pageParam }) => {
          asked += 1;
          return data[pageParam - 1];
        },
        initialPageParam: 1,
        getNextPageParam: (_last, all) => all.length + 1,
      });
      return useDeletePost();
    },
    { wrapper: withViewer(client, viewer) },
  );
  const outcome = result.current(OWN);
  const { current } = useDialogStore.getState();
  if (current?.kind !== 'ask') throw new Error('Nobody asked');
  current.answer(true);
  await pass(200);
  expect(await outcome).toBe(true);
  expect(asked).toBe(calls);
  expect(client.getQueryState(key)?.isInvalidated).toBe(calls === 0);
});
