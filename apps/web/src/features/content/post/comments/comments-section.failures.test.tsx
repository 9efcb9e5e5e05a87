import { fireEvent, render, screen } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDialogStore } from '../../../../lib/dialogs';
import { createQueryClient } from '../../../../lib/query-client';
import { ALL_TRIES, FAILING_ANSWERS } from '../../../../testing/failing-answers';
import { idOf, makeComment } from '../../../../testing/make-post';
import { serveCommentsOf } from '../../../../testing/serve';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';
import { withViewer } from '../../../../testing/with-viewer';
import { useDraftStore } from './draft-store';
import { CommentsSection } from './comments-section';
import { pass } from '../../../../testing/fake-clock';

const POST = idOf(1);
const LIST = '*/api/comments/post/:postId';
const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(50);
};
const alertText = () => {
  const { current } = useDialogStore.getState();
  return current?.kind === 'alert' ? current.text : undefined;
};

const open = async () => {
  render(
    <CommentsSection postId={POST} reader="panel" count={1} login={() => undefined} headingLevel="h3" />,
    { wrapper: withViewer(createQueryClient(), testUser()) },
  );
  await pass(50);
};

beforeEach(() => {
  vi.useFakeTimers();
  useDraftStore.setState({ drafts: {} });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  useDialogStore.setState({ current: null });
});

describe.each(FAILING_ANSWERS)('comments after $kind', ({ words, answer }) => {
  it('show why they failed to load, and load with Try Again [F8-9]', async () => {
    server.use(http.get(LIST, answer));
    await open();
    await pass(ALL_TRIES);
    expect(screen.getByRole('alert')).toHaveTextContent(`Failed to load comments: ${words}`);
    server.use(serveCommentsOf([makeComment()]));
    await press('Try Again');
    expect(screen.getByText('What a morning.')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keep the text of a failed post, and roll back a failed like, each with its alert [F4-40]', async () => {
    server.use(serveCommentsOf([makeComment()]), http.post('*/api/comments', answer));
    await open();
    const field = screen.getByPlaceholderText<HTMLTextAreaElement>('Write a comment...');
    fireEvent.change(field, { target: { value: 'Do not lose me' } });
    await press('Post');
    await pass(ALL_TRIES);
    expect(alertText()).toBe('Failed to post comment. Please try again.');
    expect(field.value).toBe('Do not lose me');
    expect(localStorage.getItem('comment-drafts')).toContain('Do not lose me');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Post' }).disabled).toBe(false);

    server.use(
      http.patch('*/api/comments/:id/like', async () => {
        await delay(100);
        return answer();
      }),
    );
    useDialogStore.setState({ current: null });
    await press('Like comment, 1');
    expect(screen.getByRole('button', { name: 'Like comment, 2' })).toHaveAttribute('aria-pressed', 'true');
    await pass(ALL_TRIES);
    expect(alertText()).toBe('Failed to update like. Please try again.');
    expect(screen.getByRole('button', { name: 'Like comment, 1' })).toHaveAttribute('aria-pressed', 'false');
  });
});

it('shows "Failed to fetch comments" when a later page fails, and keeps the loaded ones [F8-16]', async () => {
  server.use(
    http.get(LIST, ({ request }) =>
      new URL(request.url).searchParams.get('page') === '1'
        ? HttpResponse.json({
            success: true,
            data: [makeComment()],
            pagination: { currentPage: 1, hasNextPage: true, totalComments: 2 },
          })
        : HttpResponse.json({}, { status: 403 }),
    ),
  );
  await open();
  await press('Show 1 more');
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to fetch comments');
  expect(screen.getByText('What a morning.')).toBeInTheDocument();
});
