import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { useDialogStore } from '../../../../lib/dialogs';
import { createQueryClient } from '../../../../lib/query-client';
import { ViewerProvider } from '../../../../lib/viewer';
import { idOf, makeComment } from '../../../../testing/make-post';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';
import { withViewer } from '../../../../testing/with-viewer';
import { useCommentActions } from './comment-actions';
import { useComments } from './use-comments';

afterEach(() => useDialogStore.setState({ current: null }));

describe('liking a comment (F §5)', () => {
  it.each([
    ['nobody is signed in', null, 0],
    ['the session turns out to be over', testUser(), 401],
    ['the server fails', testUser(), 500],
  ])('explains why it fails if %s', async (_where, user, status) => {
    if (status > 0)
      server.use(
        http.patch('*/api/comments/*', () => new HttpResponse('{}', { status })),
        http.post('*/api/auth/refresh', () => new HttpResponse('{}', { status: 401 })),
      );
    const client = new QueryClient({ defaultOptions: { mutations: { retry: false } } });
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>
        <ViewerProvider value={{ user, status: user ? 'signed-in' : 'signed-out' }}>
          {children}
        </ViewerProvider>
      </QueryClientProvider>
    );
    const { result } = renderHook(() => useCommentActions(idOf(1)), { wrapper });
    await act(() => result.current.like(makeComment()));
    expect(useDialogStore.getState().current).toMatchObject({
      kind: 'alert',
      text: status === 500 ? 'Failed to update like. Please try again.' : 'Please log in to like comments',
    });
  });
});

it('a like with an unknown outcome shows the server’s state', async () => {
  let userHasLiked = false;
  server.use(
    http.get('*/api/comments/post/:postId', () =>
      HttpResponse.json({
        success: true,
        data: [makeComment({ userHasLiked })],
        pagination: { currentPage: 1, hasNextPage: false, totalComments: 1 },
      }),
    ),
    http.patch('*/api/comments/*', () => {
      userHasLiked = true;
      return HttpResponse.json({ success: false, code: 'OUTCOME_UNKNOWN' }, { status: 409 });
    }),
  );
  const { result } = renderHook(
    () => ({ read: useComments(idOf(1), 'page'), act: useCommentActions(idOf(1)) }),
    { wrapper: withViewer(createQueryClient(), testUser()) },
  );
  const isLiked = () => result.current.read.comments[0]?.userHasLiked;
  await waitFor(() => expect(isLiked()).toBe(false));
  await act(() => result.current.act.like(makeComment()));
  await waitFor(() => expect(isLiked()).toBe(true));
});

it('deleting a comment skips no comment on the next page', async () => {
  const there = [1, 2, 3, 4].map((number) => makeComment({ _id: idOf(number) }));
  server.use(
    http.get('*/api/comments/post/:postId', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'));
      return HttpResponse.json({
        success: true,
        data: there.slice(2 * page - 2, 2 * page),
        pagination: { currentPage: page, hasNextPage: there.length > 2 * page, totalComments: there.length },
      });
    }),
    http.delete('*/api/comments/:id', () => {
      there.shift();
      return HttpResponse.json({ success: true, message: 'Gone' });
    }),
  );
  const { result } = renderHook(
    () => ({ read: useComments(there[0]!.postId, 'page'), act: useCommentActions(there[0]!.postId) }),
    { wrapper: withViewer(createQueryClient(), testUser()) },
  );
  const shown = () => result.current.read.comments.map(({ _id }) => Number(_id));
  await waitFor(() => expect(shown()).toEqual([1, 2]));
  const deleted = result.current.act.remove(there[0]!);
  const { current } = useDialogStore.getState();
  if (current?.kind !== 'ask') throw new Error('Nobody asked');
  current.answer(true);
  await act(() => deleted);
  await waitFor(() => expect(result.current.read.isFetching).toBe(false));
  await act(() => result.current.read.fetchNextPage());
  await waitFor(() => expect(shown()).toEqual([2, 3, 4]));
});
