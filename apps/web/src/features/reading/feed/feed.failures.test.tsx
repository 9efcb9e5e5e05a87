import { fireEvent, render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../lib/query-client';
import { ALL_TRIES, FAILING_ANSWERS } from '../../../testing/failing-answers';
import { idOf, makeServerPost } from '../../../testing/make-post';
import { server } from '../../../testing/server';
import { installFakeSight, setInSight } from '../../../testing/sight';
import { testUser } from '../../../testing/users';
import { withViewer } from '../../../testing/with-viewer';
import { forgetFeed } from './feed-memory';
import { Feed } from './feed';
import { pass } from '../../../testing/fake-clock';

const FEED = '*/api/posts/infinite';
const page = (number: number, next: number | null) =>
  HttpResponse.json({
    success: true,
    data: [makeServerPost({ _id: idOf(number), title: `Post ${number}` })],
    seed: 7,
    hasNextPage: next !== null,
    nextPage: next,
  });

const open = async () => {
  render(<Feed />, { wrapper: withViewer(createQueryClient(), testUser()) });
  await pass(50);
};

beforeEach(() => {
  vi.useFakeTimers();
  forgetFeed();
  installFakeSight();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe.each(FAILING_ANSWERS)('the feed after $kind', ({ answer }) => {
  it('explains the failed first page, announces the retry, and recovers', async () => {
    server.use(http.get(FEED, answer));
    await open();
    await pass(ALL_TRIES);
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeInTheDocument();
    screen.getByText('Unable to load posts. Please check your connection and try again.');
    server.use(
      http.get(FEED, async () => {
        await new Promise((resolve) => setTimeout(resolve, 500));
        return page(1, null);
      }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await pass(400);
    expect(screen.getByRole('button', { name: 'Retrying...' })).toBeInTheDocument();
    await pass(200);
    expect(screen.getByText('Post 1')).toBeInTheDocument();
    expect(screen.getByText("You've reached the end!")).toBeInTheDocument();
  });

  it('keeps its posts when the next page fails, and continues on retry', async () => {
    let fails = true;
    server.use(
      http.get(FEED, ({ request }) => {
        if (new URL(request.url).searchParams.get('page') === '1') return page(1, 2);
        return fails ? answer() : page(2, null);
      }),
    );
    await open();
    setInSight((element) => element.tagName === 'DIV', 1);
    await pass(ALL_TRIES);
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to load more posts');
    expect(screen.getByText('Post 1')).toBeInTheDocument();
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await pass(500);
    expect(screen.getByText('Post 2')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
