import type { QueryClient } from '@tanstack/react-query';
import { act, render, renderHook, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useDialogStore } from '../../../lib/dialogs';
import { createQueryClient } from '../../../lib/query-client';
import { idOf, makePost, makeServerPost } from '../../../testing/make-post';
import { reactionAnswer } from '../../../testing/serve';
import { server } from '../../../testing/server';
import { installFakeSight, setInSight } from '../../../testing/sight';
import { testUser } from '../../../testing/users';
import { withViewer } from '../../../testing/with-viewer';
import { useDeletePost } from '../../content/post/options/use-delete-post';
import { runReaction } from '../../content/post/reactions/run-reaction';
import { useFeedRefresh } from './feed-refresh';
import { forgetFeed } from './feed-memory';
import { Feed } from './feed';
import { pass } from '../../../testing/fake-clock';

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const Home = () => {
  const refresh = useFeedRefresh();
  return (
    <>
      <button onClick={() => void refresh({ compact: false })}>Refresh</button>
      <Feed />
    </>
  );
};

beforeEach(() => {
  vi.useFakeTimers();
  forgetFeed();
  installFakeSight();
});
afterEach(() => vi.useRealTimers());

/** Serves lists of one page with one post; all but the first respond after a delay. Returns the requested seeds. */
const serveLists = (milliseconds: number) => {
  const asked: string[] = [];
  server.use(
    http.get('*/api/posts/infinite', async ({ request }) => {
      const seed = new URL(request.url).searchParams.get('seed') ?? '';
      asked.push(seed);
      if (asked.length > 1) await later(milliseconds);
      const post = makeServerPost({ _id: idOf(1), title: `List ${seed}` });
      return HttpResponse.json({ success: true, data: [post], seed: Number(seed), hasNextPage: false });
    }),
  );
  return asked;
};

it.each([
  ['reaction', (client: QueryClient) => runReaction(client, makePost(), 'like', testUser()._id)],
  [
    'deletion',
    async (client: QueryClient) => {
      const { result } = renderHook(() => useDeletePost(), { wrapper: withViewer(client, testUser()) });
      const deleted = result.current(idOf(99));
      const { current } = useDialogStore.getState();
      if (current?.kind === 'ask') current.answer(true);
      await deleted;
    },
  ],
])('a refresh continues during a %s and refetches with its own seed afterwards', async (_what, write) => {
  server.use(
    http.post('*/api/post-interactions/:id/like', () =>
      HttpResponse.json(reactionAnswer({ likes: 1 }, { liked: true })),
    ),
    http.delete('*/api/posts/:id', () => HttpResponse.json({ success: true, message: 'Gone' })),
  );
  const asked = serveLists(600);
  const client = createQueryClient();
  render(<Home />, { wrapper: withViewer(client, testUser()) });
  await pass(50);
  act(() => screen.getByText('Refresh').click());
  await pass(50);
  void write(client);
  await pass(100);
  expect(asked).toHaveLength(2);
  await pass(2000);
  const [first, second] = asked;
  expect(second).not.toBe(first);
  expect(asked).toEqual([first, second, second]);
  screen.getByText(`List ${second}`);
});

it('a refresh at the end of the list is not cancelled by loading the next page', async () => {
  const asked: string[] = [];
  let lists = 0;
  server.use(
    http.get('*/api/posts/infinite', async ({ request }) => {
      const page = new URL(request.url).searchParams.get('page') ?? '';
      asked.push(page);
      const list = page === '1' ? (lists += 1) : lists;
      // Slow network, except for the first list.
      if (asked.length > 1) await later(600);
      return HttpResponse.json({
        success: true,
        data: [makeServerPost({ _id: idOf(list * 10 + Number(page)), title: `List ${list}, page ${page}` })],
        seed: list,
        hasNextPage: page === '1',
        nextPage: page === '1' ? 2 : null,
      });
    }),
  );
  render(<Home />, { wrapper: withViewer(createQueryClient(), testUser()) });
  await pass(50);
  screen.getByText('List 1, page 1');
  setInSight((element) => element.tagName === 'DIV', 1);
  await pass(50);
  expect(asked).toEqual(['1', '2']);
  act(() => screen.getByText('Refresh').click());
  await pass(1100);
  screen.getByText('List 2, page 1');
  expect(screen.queryByText(/List 1/)).toBeNull();
  await pass(2000);
  screen.getByText('List 2, page 2');
  expect(asked).toEqual(['1', '2', '1', '2']);
});

it('a refresh during a first load that fails shows the error and can be retried', async () => {
  let fails = true;
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  server.use(
    http.get('*/api/posts/infinite', async () => {
      await later(5000);
      if (fails) return HttpResponse.json({ message: 'Away' }, { status: 503 });
      return HttpResponse.json({
        success: true,
        data: [makeServerPost({ _id: idOf(1), title: 'Here at last' })],
        seed: 1,
        hasNextPage: false,
        nextPage: null,
      });
    }),
  );
  render(<Home />, { wrapper: withViewer(createQueryClient(), testUser()) });
  await pass(1000);
  act(() => screen.getByText('Refresh').click());
  await pass(20_000);
  screen.getByRole('heading', { name: 'Something went wrong' });
  fails = false;
  act(() => screen.getByRole('button', { name: 'Try Again' }).click());
  await pass(6000);
  screen.getByText('Here at last');
});
