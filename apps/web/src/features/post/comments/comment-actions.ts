import type { Comment } from '@social-feed/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keys } from '../../../cache/keys';
import { pauseReads, runMutation } from '../../../cache/update-cached';
import { ApiError, isSignedOut } from '../../../lib/api-error';
import { askConfirmation, showAlert } from '../../../lib/dialogs';
import { toast } from '../../../lib/toast';
import { useViewer } from '../../../lib/viewer';
import { deleteComment, likeComment, createComment } from './use-comments';
import { patchComment, removeComment, insertComment } from './patch-comments';
import { draftKey, useDraftStore } from './draft-store';

const LOGIN_TO_LIKE = 'Please log in to like comments';

/** Likes under way, one per comment (F §4). */
const pending = new Set<string>();

const withLike = (comment: Comment, liked: boolean, likes: number): Comment => ({
  ...comment,
  userHasLiked: liked,
  reactions: { likes: Math.max(0, likes) },
});

/** Liking and deleting comments: seen at once, rolled back when refused (F §4, F §8). */
export const useCommentActions = (postId: string) => {
  const client = useQueryClient();
  const { user } = useViewer();
  const viewerId = user?._id;

  const like = useCallback(
    async (comment: Comment) => {
      if (viewerId === undefined) {
        showAlert(LOGIN_TO_LIKE);
        return;
      }
      if (pending.has(comment._id)) return;
      pending.add(comment._id);
      const { userHasLiked, _id } = comment;
      const step = userHasLiked ? -1 : 1;
      const readAgain = pauseReads(client, keys.commentsOfPost(postId));
      patchComment(client, postId, _id, (cached) =>
        withLike(cached, !userHasLiked, cached.reactions.likes + step),
      );
      try {
        const answer = await runMutation(client, (key) => likeComment(_id, viewerId, key));
        patchComment(client, postId, _id, (cached) => withLike(cached, answer.userHasLiked, answer.likes));
      } catch (error) {
        patchComment(client, postId, _id, (cached) =>
          withLike(cached, userHasLiked, cached.reactions.likes - step),
        );
        showAlert(isSignedOut(error) ? LOGIN_TO_LIKE : 'Failed to update like. Please try again.');
      } finally {
        pending.delete(_id);
        readAgain();
      }
    },
    [client, postId, viewerId],
  );

  const remove = useCallback(
    async (comment: Comment) => {
      const confirmed = await askConfirmation({
        title: 'Delete comment?',
        text: 'This cannot be undone.',
        confirmLabel: 'Delete',
        danger: true,
      });
      if (!confirmed) return;
      const readAgain = pauseReads(client, keys.commentsOfPost(postId));
      const restore = removeComment(client, postId, comment._id);
      try {
        await runMutation(client, async () => {
          try {
            await deleteComment(comment._id);
          } catch (error) {
            // the try before this one, whose answer was lost, has done it
            if (!(error instanceof ApiError) || error.status !== 404) throw error;
          }
        });
      } catch {
        restore();
        toast.error('Failed to delete comment. Please try again.');
      } finally {
        readAgain();
      }
    },
    [client, postId],
  );

  return { like, remove, viewer: user };
};

const LOGIN_TO_POST = 'Please log in to post a comment';
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
      showAlert(LOGIN_TO_POST);
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
      showAlert(isSignedOut(error) ? LOGIN_TO_POST : 'Failed to post comment. Please try again.');
    } finally {
      setPosting(key, false);
    }
  }, [client, key, postId, posting, setPosting, text, user, write]);

  return { text, setText, post, posting, signedIn: user !== null };
};
