import { act, render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../lib/query-client';
import { idOf, makeServerPost } from '../../testing/make-post';
import { server } from '../../testing/server';
import { installFakeSight, setInSight } from '../../testing/sight';
import { testUser } from '../../testing/users';
import { withViewer } from '../../testing/with-viewer';
import { useFeedRefresh } from './feed-query';
import { forgetFeed } from './feed-memory';
import { Feed } from './feed';

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
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

it('a refresh at the end of the list is not given up for the next page', async () => {
  const asked: string[] = [];
  let lists = 0;
  server.use(
    http.get('*/api/posts/infinite', async ({ request }) => {
      const page = new URL(request.url).searchParams.get('page') ?? '';
      asked.push(page);
      const list = page === '1' ? (lists += 1) : lists;
      // a slow network, except for the first list
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

it('a refresh of a first load that is still under way, and then fails, says so and may be tried again', async () => {
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
