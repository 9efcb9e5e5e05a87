import type { CurrentUser } from '@social-feed/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { useDialogStore } from '../../../lib/dialogs';
import { ViewerProvider } from '../../../lib/viewer';
import { idOf } from '../../../testing/make-post';
import { server } from '../../../testing/server';
import { testUser } from '../../../testing/users';
import { useWriteComment } from './use-write-comment';

/** Writes this as this person, and posts it. A call that the test does not answer ends it. */
const postAs = async (user: CurrentUser | null, postId: string, text: string) => {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <ViewerProvider value={{ user, status: user ? 'signed-in' : 'signed-out' }}>{children}</ViewerProvider>
    </QueryClientProvider>
  );
  const { result } = renderHook(() => useWriteComment(postId), { wrapper });
  act(() => result.current.setText(text));
  await act(() => result.current.post());
  return result.current.text;
};
const shown = () => {
  const { current } = useDialogStore.getState();
  return current?.kind === 'alert' ? current.text : null;
};

afterEach(() => useDialogStore.setState({ current: null }));

describe('posting a comment (F §5)', () => {
  it('needs somebody who is logged in, and keeps the text', async () => {
    expect(await postAs(null, idOf(1), 'Hello')).toBe('Hello');
    expect(shown()).toBe('Please log in to post a comment');
  });

  it('says so too where the session turns out to be over, and keeps the text', async () => {
    server.use(http.post('*/api/*', () => new HttpResponse('{}', { status: 401 })));
    expect(await postAs(testUser(), idOf(1), 'Hello')).toBe('Hello');
    expect(shown()).toBe('Please log in to post a comment');
  });

  it.each(['', 'p1', `${idOf(1)}0`])('needs a valid post id, which %j is not', async (postId) => {
    expect(await postAs(testUser(), postId, 'Hello')).toBe('Hello');
    expect(shown()).toBe('Invalid post ID');
  });

  it.each(['', '   ', ' \n\t '])('needs more than the blanks of %j', async (text) => {
    expect(await postAs(testUser(), idOf(1), text)).toBe(text);
    expect(shown()).toBeNull();
  });
});
