import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keys } from '../../../cache/keys';
import { runMutation } from '../../../cache/run-mutation';
import { isSignedOut } from '../../../lib/api-error';
import { showAlert } from '../../../lib/dialogs';
import { useViewer } from '../../../lib/viewer';
import { createComment } from '../api/comments';
import { insertComment } from '../model/patch-comments';
import { draftKey, useDraftStore } from '../stores/draft-store';

const LOGIN_FIRST = 'Please log in to post a comment';
const POST_ID = /^[0-9a-f]{24}$/i;

/**
 * The text being written under a post, kept as a draft, and its posting. The own comment shows as soon as the server
 * has it, then the list is reloaded; when it fails, an alert says so and the text stays (F §5, F §8).
 */
export const useWriteComment = (postId: string) => {
  const client = useQueryClient();
  const { user } = useViewer();
  const key = draftKey(user?._id ?? 'visitor', postId);
  const text = useDraftStore((state) => state.drafts[key] ?? '');
  const write = useDraftStore((state) => state.write);
  const posting = useDraftStore((state) => state.posting.includes(key));
  const setPosting = useDraftStore((state) => state.setPosting);

  const setText = useCallback((value: string) => write(key, value), [write, key]);

  const post = useCallback(async () => {
    const body = text.trim();
    if (!user) {
      showAlert(LOGIN_FIRST);
      return;
    }
    if (!POST_ID.test(postId)) {
      showAlert('Invalid post ID');
      return;
    }
    if (body === '' || posting) return;
    setPosting(key, true);
    try {
      const comment = await runMutation(client, (idempotencyKey) =>
        createComment({ postId, body, userId: user._id }, idempotencyKey),
      );
      // what was typed since the press is a new draft
      if (useDraftStore.getState().drafts[key] === text) write(key, '');
      insertComment(client, comment);
      void client.invalidateQueries({ queryKey: keys.commentsOfPost(postId) });
    } catch (error) {
      showAlert(isSignedOut(error) ? LOGIN_FIRST : 'Failed to post comment. Please try again.');
    } finally {
      setPosting(key, false);
    }
  }, [client, key, postId, posting, setPosting, text, user, write]);

  return { text, setText, post, posting, signedIn: user !== null };
};
