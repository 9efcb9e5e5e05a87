import { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { toast } from 'react-hot-toast/headless';
import { afterEach, expect, it } from 'vitest';
import { renderToasts } from '../../../../testing/toasts';
import { useDialogStore } from '../../../../lib/dialogs';
import { makePost } from '../../../../testing/make-post';
import { server } from '../../../../testing/server';
import { runReaction } from './run-reaction';

afterEach(() => {
  act(() => {
    toast.remove();
    useDialogStore.setState({ current: null });
  });
});

it('a saved post is offered to a collection; one that is no longer saved is not', async () => {
  let isBookmarked = true;
  server.use(
    http.post('*/api/posts/:id/bookmark', () =>
      HttpResponse.json({
        success: true,
        data: {
          userInteraction: { liked: false, disliked: false, saved: isBookmarked, viewed: false },
          isBookmarked,
          isPinned: false,
          reactions: { likes: 3, dislikes: 1, shares: 0, saves: isBookmarked ? 1 : 0 },
        },
      }),
    ),
  );
  renderToasts();
  const client = new QueryClient();
  const post = makePost();
  await act(() => runReaction(client, post, 'bookmark', 'viewer'));
  await userEvent.click(await screen.findByRole('button', { name: 'Add to collection' }));
  expect(useDialogStore.getState().current).toMatchObject({ kind: 'collect', postId: post._id });
  isBookmarked = false;
  await act(() => runReaction(client, { ...post, isBookmarked: true }, 'bookmark', 'viewer'));
  // a dismissed toast is removed after a second
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add to collection' })).toBeNull(), {
    timeout: 5000,
  });
});
