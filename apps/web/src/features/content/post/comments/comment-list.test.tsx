import { act, render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../../lib/query-client';
import { idOf, makeComment } from '../../../../testing/make-post';
import { makeGate } from '../../../../testing/serve';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';
import { withViewer } from '../../../../testing/with-viewer';
import { CommentsSection } from './comments-section';
import { pass } from '../../../../testing/fake-clock';

let margin: string | undefined;
let report: (near: boolean) => void = () => undefined;
let asked: string[] = [];

class Observer {
  constructor(callback: (entries: { isIntersecting: boolean }[]) => void, options?: { rootMargin?: string }) {
    margin = options?.rootMargin;
    report = (isIntersecting) => act(() => callback([{ isIntersecting }]));
  }
  observe = () => undefined;
  disconnect = () => undefined;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IntersectionObserver', Observer);
  asked = [];
  server.use(
    http.get('*/api/comments/post/:postId', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'));
      asked.push(String(page));
      return HttpResponse.json({
        success: true,
        data: [makeComment({ _id: idOf(5000 + page), body: `Comment ${page}` })],
        pagination: { currentPage: page, hasNextPage: page < 2, totalComments: 2 },
      });
    }),
  );
});
afterEach(() => void vi.useRealTimers());

it('loads the next page after its end was within 200 px of the screen for 300 ms [F9-14]', async () => {
  render(
    <CommentsSection postId={idOf(1)} reader="page" count={2} login={() => undefined} headingLevel="h2" />,
    { wrapper: withViewer(createQueryClient(), testUser()) },
  );
  await pass(50);
  expect(margin).toBe('200px 0px');
  report(true);
  await pass(200);
  report(false);
  await pass(1000);
  expect(asked).toEqual(['1']);
  report(true);
  await pass(299);
  expect(asked).toEqual(['1']);
  await pass(1);
  expect(asked).toEqual(['1', '2']);
  await pass(50);
  expect(screen.getByText('Comment 2')).toBeInTheDocument();
  expect(screen.getByText("You've reached the end of comments.")).toBeInTheDocument();
});

it('waits for a refetch of the list before it loads the next page', async () => {
  const client = createQueryClient();
  render(
    <CommentsSection postId={idOf(1)} reader="page" count={2} login={() => undefined} headingLevel="h2" />,
    { wrapper: withViewer(client, testUser()) },
  );
  await pass(50);
  const gate = makeGate();
  server.use(
    http.get(
      '*/api/comments/post/:postId',
      async () => {
        asked.push('again');
        await gate.passed;
      },
      { once: true },
    ),
  );
  act(() => void client.invalidateQueries());
  report(true);
  await pass(1000);
  act(() => screen.getByRole('button', { name: 'Show 1 more' }).click());
  await pass(50);
  expect(asked).toEqual(['1', 'again']);
  gate.open();
  await pass(1000);
  expect(asked).toEqual(['1', 'again', '1', '2']);
});
