import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { useDialogStore } from '../../../lib/dialogs';
import { ViewerProvider } from '../../../lib/viewer';
import { idOf, makeComment } from '../../../testing/make-post';
import { server } from '../../../testing/server';
import { testUser } from '../../../testing/users';
import { useCommentActions } from './comment-actions';

afterEach(() => useDialogStore.setState({ current: null }));

describe('liking a comment (F §5)', () => {
  it.each([
    ['nobody is signed in', null, 0],
    ['the session turns out to be over', testUser(), 401],
    ['the server fails', testUser(), 500],
  ])('tells why it cannot be done where %s', async (_where, user, status) => {
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
