import { fireEvent, render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../../lib/query-client';
import { ALL_TRIES, FAILING_ANSWERS } from '../../../../testing/failing-answers';
import { makeServerPost } from '../../../../testing/make-post';
import { serveCommentsOf } from '../../../../testing/serve';
import { server } from '../../../../testing/server';
import { installFakeSight } from '../../../../testing/sight';
import { testUser } from '../../../../testing/users';
import { withViewer } from '../../../../testing/with-viewer';
import { PostScreen } from './post-screen';
import { pass } from '../../../../testing/fake-clock';

const post = makeServerPost();
const status = { liked: false, disliked: false, saved: false, viewed: true };

beforeEach(() => {
  vi.useFakeTimers();
  installFakeSight();
  server.use(
    serveCommentsOf([]),
    http.get('*/api/post-interactions/:id/status', () => HttpResponse.json({ success: true, data: status })),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const open = async () => {
  render(<PostScreen postId={post._id} />, { wrapper: withViewer(createQueryClient(), testUser()) });
  await pass(50);
};

describe.each(FAILING_ANSWERS)('the post page after $kind', ({ answer }) => {
  it('shows "Error loading post" with both actions, and shows the post once it loads [F8-15]', async () => {
    server.use(http.get('*/api/posts/:id', answer));
    await open();
    await pass(ALL_TRIES);
    expect(screen.getByRole('heading', { name: 'Error loading post' })).toBeInTheDocument();
    screen.getByText('Something went wrong while loading the post, please try again.');
    expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/home');
    server.use(http.get('*/api/posts/:id', () => HttpResponse.json({ success: true, data: post })));
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await pass(100);
    expect(screen.getByRole('heading', { level: 1, name: 'Morning light' })).toBeInTheDocument();
    expect(screen.queryByText('Error loading post')).toBeNull();
  });
});
