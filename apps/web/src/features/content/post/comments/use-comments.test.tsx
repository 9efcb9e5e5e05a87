import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CommentReader } from '../../../../cache/keys';
import { createQueryClient } from '../../../../lib/query-client';
import { ViewerProvider, type Viewer } from '../../../../lib/viewer';
import { idOf, makeComment } from '../../../../testing/make-post';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';
import { withViewer } from '../../../../testing/with-viewer';
import { useComments } from './use-comments';
import { MINUTE } from '../../../../lib/time';
import { pass } from '../../../../testing/fake-clock';

const viewer = testUser();

let calls: { at: number; query: string }[] = [];
let start = 0;

const serve = (answer: () => Response) =>
  server.use(
    http.get('*/api/comments/post/:postId', ({ request }) => {
      calls.push({ at: Date.now() - start, query: new URL(request.url).search });
      return answer();
    }),
  );
const oneComment = () =>
  HttpResponse.json({
    success: true,
    data: [makeComment()],
    pagination: { currentPage: 1, hasNextPage: false, totalComments: 1 },
  });

beforeEach(() => {
  vi.useFakeTimers();
  calls = [];
  start = Date.now();
});
afterEach(() => void vi.useRealTimers());

const open = (reader: CommentReader, client = createQueryClient()) => {
  const view = renderHook(() => useComments(idOf(1), reader), { wrapper: withViewer(client, viewer) });
  return { ...view, client };
};
const settled = () => vi.waitFor(() => expect(calls.length).toBeGreaterThan(0)).then(() => pass(50));

describe('cached comments', () => {
  it.each([
    { reader: 'panel', fresh: 5, query: `?page=1&limit=15&orderType=smart&userId=${viewer._id}` },
    { reader: 'page', fresh: 2, query: `?page=1&limit=10&sortOrder=desc&userId=${viewer._id}` },
  ] as const)('of the $reader are fresh for $fresh minutes [F9-12]', async ({ reader, fresh, query }) => {
    serve(oneComment);
    const first = open(reader);
    await settled();
    expect(first.result.current.comments).toHaveLength(1);
    expect(calls[0]?.query).toBe(query);
    first.unmount();
    await pass(fresh * MINUTE - 2000);
    const second = open(reader, first.client);
    await pass(100);
    expect(calls).toHaveLength(1);
    second.unmount();
    await pass(3000);
    open(reader, first.client);
    await pass(100);
    expect(calls).toHaveLength(2);
  });

  it('are refetched up to 3 times on failure, after 1, 2 and 4 s [F9-13]', async () => {
    serve(() => HttpResponse.json({}, { status: 500 }));
    const { result } = open('panel');
    await settled();
    await pass(2 * MINUTE);
    expect(calls).toHaveLength(4);
    const pauses = calls.slice(1).map(({ at }, index) => Math.floor((at - (calls[index]?.at ?? 0)) / 1000));
    expect(pauses).toEqual([1, 2, 4]);
    expect(result.current.error?.message).toBe('Server error. Please try again later');
  });

  it('stay on screen without a refetch when the session expires', async () => {
    serve(oneComment);
    const client = createQueryClient();
    let looking: Viewer = { user: viewer, status: 'signed-in' };
    const { result, rerender } = renderHook(() => useComments(idOf(1), 'page'), {
      wrapper: ({ children }) => (
        <QueryClientProvider client={client}>
          <ViewerProvider value={looking}>{children}</ViewerProvider>
        </QueryClientProvider>
      ),
    });
    await settled();
    looking = { user: null, status: 'signed-out', lost: viewer };
    rerender();
    expect(result.current.comments).toHaveLength(1);
    await pass(50);
    expect(calls).toHaveLength(1);
  });

  it('are not refetched after a 4xx', async () => {
    serve(() => HttpResponse.json({}, { status: 403 }));
    open('page');
    await settled();
    await pass(MINUTE);
    expect(calls).toHaveLength(1);
  });
});
