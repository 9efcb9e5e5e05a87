import { COMMENT_LIMITS } from '@social-feed/contracts';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../../lib/query-client';
import { makeComment, idOf } from '../../../../testing/make-post';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';
import { withViewer } from '../../../../testing/with-viewer';
import { CommentForm } from './comment-form';
import { useDraftStore } from './draft-store';

afterEach(() => {
  vi.restoreAllMocks();
  useDraftStore.setState({ drafts: {} });
});

it('keeps a too long paste whole, counts below zero, and explains why it does not send', async () => {
  render(<CommentForm postId={idOf(1)} login={() => undefined} />, {
    wrapper: withViewer(createQueryClient(), testUser()),
  });
  const field = screen.getByLabelText('Write a comment');
  const text = 'x'.repeat(COMMENT_LIMITS.bodyMax + 12);
  await userEvent.click(field);
  await userEvent.paste(text);
  expect(field).toHaveValue(text);
  expect(screen.getByText('-12')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Post' }));
  expect(screen.getByText('12 characters too many')).toBeInTheDocument();
  expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(field).toHaveValue(text);
});

it('stays open on the Escape of an input method', () => {
  const done = vi.fn();
  const writing = { as: 'reply', comment: makeComment() } as const;
  render(<CommentForm postId={idOf(1)} login={() => undefined} writing={writing} onDone={done} />, {
    wrapper: withViewer(createQueryClient(), testUser()),
  });
  const field = screen.getByLabelText('Write a reply');
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 229 });
  expect(done).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 27 });
  expect(done).toHaveBeenCalledOnce();
});

it('stays open on the Escape that closes suggestions', async () => {
  server.use(
    http.get('*/api/search/tags', () =>
      HttpResponse.json({ success: true, data: [{ tag: 'garden', posts: 2 }] }),
    ),
  );
  const done = vi.fn();
  const writing = { as: 'reply', comment: makeComment() } as const;
  render(<CommentForm postId={idOf(1)} login={() => undefined} writing={writing} onDone={done} />, {
    wrapper: withViewer(createQueryClient(), testUser()),
  });
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Write a reply'), '#ga');
  await screen.findByRole('button', { name: 'Add tag #garden' });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'Add tag #garden' })).toBeNull();
  expect(done).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(done).toHaveBeenCalledOnce();
});
