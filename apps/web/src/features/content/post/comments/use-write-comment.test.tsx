import type { CurrentUser } from '@social-feed/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { useDialogStore } from '../../../../lib/dialogs';
import { ViewerProvider } from '../../../../lib/viewer';
import { idOf, makeComment } from '../../../../testing/make-post';
import { makeGate } from '../../../../testing/serve';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';
import { withViewer } from '../../../../testing/with-viewer';
import { useWriteComment } from './comment-actions';

/** Posts this text as this user. If the test serves no response, the call fails the test. */
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
  it('sends it once, even if its card unmounts and mounts again in between', async () => {
    const gate = makeGate();
    let sent = 0;
    server.use(
      http.post('*/api/comments', async () => {
        sent += 1;
        await gate.passed;
        return HttpResponse.json({ success: true, data: makeComment({ body: 'Once' }) }, { status: 201 });
      }),
    );
    const wrapper = withViewer(new QueryClient(), testUser());
    const first = renderHook(() => useWriteComment(idOf(1)), { wrapper });
    act(() => first.result.current.setText('Once'));
    let posted: Promise<void> | undefined;
    act(() => void (posted = first.result.current.post()));
    await waitFor(() => expect(sent).toBe(1));
    first.unmount();
    const { result } = renderHook(() => useWriteComment(idOf(1)), { wrapper });
    expect(result.current).toMatchObject({ text: 'Once', posting: true });
    await act(() => result.current.post());
    expect(sent).toBe(1);
    gate.open();
    await act(() => posted!);
    expect(result.current).toMatchObject({ text: '', posting: false });
  });

  it('reuses the idempotency key until a response arrives, so that the comment is created once', async () => {
    const sent: string[] = [];
    server.use(
      http.post('*/api/comments', async ({ request }) => {
        const { body } = (await request.json()) as { body: string };
        sent.push(`${body} ${request.headers.get('idempotency-key')}`);
        if (sent.length === 1) return HttpResponse.error();
        return HttpResponse.json({ success: true, data: makeComment({ body }) }, { status: 201 });
      }),
    );
    expect(await postAs(testUser(), idOf(1), 'Hello')).toBe('Hello');
    expect(await postAs(testUser(), idOf(1), 'Hello')).toBe('');
    expect(await postAs(testUser(), idOf(1), 'Hello')).toBe('');
    const [lost, again, another] = sent;
    expect(again).toBe(lost);
    expect(another).not.toBe(again);
  });

  it('uses a new key after the server answers OUTCOME_UNKNOWN', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post('*/api/comments', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        const refusal = {
          success: false,
          code: 'OUTCOME_UNKNOWN',
          message: 'It is not known whether this was done',
        };
        return HttpResponse.json(refusal, { status: 409 });
      }),
    );
    await postAs(testUser(), idOf(1), 'Once more');
    await postAs(testUser(), idOf(1), 'Once more');
    const [refused, again] = keys;
    expect(again).toBeTypeOf('string');
    expect(again).not.toBe(refused);
  });

  it('needs a signed-in user, and keeps the text [F5-2]', async () => {
    expect(await postAs(null, idOf(1), 'Hello')).toBe('Hello');
    expect(shown()).toBe('Please log in to post a comment');
  });

  it('asks for a login if the session has expired, and keeps the text', async () => {
    server.use(http.post('*/api/*', () => new HttpResponse('{}', { status: 401 })));
    expect(await postAs(testUser(), idOf(1), 'Hello')).toBe('Hello');
    expect(shown()).toBe('Please log in to post a comment');
  });

  it.each(['', 'p1', `${idOf(1)}0`])('needs a valid post id, and refuses %j [F5-3]', async (postId) => {
    expect(await postAs(testUser(), postId, 'Hello')).toBe('Hello');
    expect(shown()).toBe('Invalid post ID');
  });

  it.each(['', '   ', ' \n\t '])('needs text, and refuses the blanks of %j [F5-1]', async (text) => {
    expect(await postAs(testUser(), idOf(1), text)).toBe(text);
    expect(shown()).toBeNull();
  });
});
