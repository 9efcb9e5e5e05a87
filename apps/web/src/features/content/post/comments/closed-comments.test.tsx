import { fireEvent, render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDialogStore } from '../../../../lib/dialogs';
import { createQueryClient } from '../../../../lib/query-client';
import { idOf, makeComment, makePost } from '../../../../testing/make-post';
import { serveCommentsOf } from '../../../../testing/serve';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';
import { withViewer } from '../../../../testing/with-viewer';
import { closedWords, type CommentRule } from './closed-comments';
import { CommentsSection } from './comments-section';
import { useDraftStore } from './draft-store';
import { pass } from '../../../../testing/fake-clock';

const NOW = new Date('2026-11-26T12:00:00.000Z');
const reader = testUser();

describe('closedWords', () => {
  it.each<[Partial<CommentRule>, string | undefined]>([
    [{}, undefined],
    [{ commenting: 'nobody', mayComment: false }, 'Nobody can comment on this post'],
    [{ commenting: 'followed', mayComment: false }, 'Only people whom @nilay follows can comment'],
    [{ commenting: 'followed' }, undefined],
    [{ commentsCloseAt: '2026-12-01T00:00:00.000Z' }, undefined],
    [{ mayComment: false }, 'Nobody can comment on this post'],
  ])('of %j is %j [B24-6]', (rule, words) => {
    expect(closedWords(makePost(rule), reader._id, NOW)).toBe(words);
  });

  it('names the day since when comments are closed, also if the post was read before [B24-6]', () => {
    const post = makePost({ commentsCloseAt: '2026-11-26T11:59:00.000Z' });
    expect(closedWords(post, reader._id, NOW)).toMatch(/^Comments are closed since .*26/);
    expect(closedWords(post, undefined, NOW)).toMatch(/^Comments are closed/);
  });

  it('never shows for the author', () => {
    const post = makePost({ commenting: 'nobody', commentsCloseAt: '2026-11-01T00:00:00.000Z' });
    expect(closedWords(post, post.user._id, NOW)).toBeUndefined();
  });
});

describe('the comments of a post that takes none', () => {
  const open = async (fields: Partial<CommentRule>, comments = [makeComment()]) => {
    server.use(serveCommentsOf(comments));
    render(
      <CommentsSection
        postId={idOf(1)}
        rule={makePost(fields)}
        reader="page"
        count={comments.length}
        login={() => undefined}
        headingLevel="h2"
      />,
      { wrapper: withViewer(createQueryClient(), reader) },
    );
    await pass(50);
  };
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW });
    useDraftStore.setState({ drafts: {} });
  });
  afterEach(() => {
    vi.useRealTimers();
    useDialogStore.setState({ current: null });
  });

  it('say why in place of the field, and stay readable and likeable without Reply [B24-6]', async () => {
    await open({ commenting: 'followed', mayComment: false });
    expect(screen.getByText('Only people whom @nilay follows can comment')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByText('What a morning.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Like comment, 1' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Reply' })).toBeNull();
  });

  it('ask nobody to be the first', async () => {
    await open({ commenting: 'nobody', mayComment: false }, []);
    expect(screen.getByText('No comments yet')).toBeVisible();
    expect(screen.queryByText('Be the first to comment on this post')).toBeNull();
  });

  it('name the reason if they were closed while the comment was written, and keep its text [B24-6]', async () => {
    const message = 'Comments on this post are closed';
    server.use(
      http.post('*/api/comments', () =>
        HttpResponse.json({ success: false, code: 'COMMENTS_CLOSED', message }, { status: 403 }),
      ),
    );
    await open({});
    const field = screen.getByPlaceholderText('Write a comment...');
    fireEvent.change(field, { target: { value: 'Too late' } });
    fireEvent.click(screen.getByRole('button', { name: 'Post' }));
    await pass(100);
    expect(useDialogStore.getState().current).toMatchObject({ kind: 'alert', text: message });
    expect(field).toHaveValue('Too late');
  });
});
