import { t } from '@lingui/core/macro';
import { isId, type Comment } from '@social-feed/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { keys } from '../../../../cache/keys';
import { removalOf } from '../../../../cache/removal';
import { runOptimisticUpdate } from '../../../../cache/optimistic-update';
import { isOutcomeUnknown, runMutation } from '../../../../cache/run-mutation';
import { sendOnce } from '../../../../cache/send-once';
import { ApiError, ignoreGone, isSignedOut, messageOf } from '../../../../lib/api-error';
import { askConfirmation, showAlert } from '../../../../lib/dialogs';
import { toast } from '../../../../lib/toast';
import { useViewer } from '../../../../lib/viewer';
import { createComment, likeComment } from './use-comments';
import { patchComment, refetchComments, removeComment, insertComment } from './patch-comments';
import { draftKey, sentComment, useDraftStore } from './draft-store';
import { useIsUnsaved } from '../../../../lib/unsaved-drafts';
import { api } from '../../../../lib/api-client';

const LOGIN_TO_LIKE = t`Please log in to like comments`;

/** Ids of comments with a pending like (F §4). */
const pending = new Set<string>();

const withLike = (comment: Comment, liked: boolean, likes: number): Comment => ({
  ...comment,
  userHasLiked: liked,
  reactions: { likes: Math.max(0, likes) },
});

/**
 * Likes and deletes comments, optimistically with a rollback on failure (F §4, F §8).
 * @param closed whether the viewer may not write any
 */
export const useCommentActions = (postId: string, closed = false) => {
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
      const show = (liked: boolean) =>
        patchComment(client, postId, _id, (cached) =>
          cached.userHasLiked === liked
            ? cached
            : withLike(cached, liked, cached.reactions.likes + (liked ? 1 : -1)),
        );
      await runOptimisticUpdate(client, {
        queryKey: keys.commentsOfPost(postId),
        apply: () => show(!userHasLiked),
        send: (key) => likeComment(_id, viewerId, key),
        confirm: (answer) =>
          patchComment(client, postId, _id, (cached) => withLike(cached, answer.userHasLiked, answer.likes)),
        rollback: () => show(userHasLiked),
        onError: (error) => {
          // the server may have applied the call before it failed
          if (isOutcomeUnknown(error)) refetchComments(client, postId);
          showAlert(isSignedOut(error) ? LOGIN_TO_LIKE : t`Failed to update like. Please try again.`);
        },
      });
      pending.delete(_id);
    },
    [client, postId, viewerId],
  );

  const remove = useCallback(
    async (comment: Comment) => {
      const confirmed = await askConfirmation({
        title: t`Delete comment?`,
        text: t`This cannot be undone.`,
        confirmLabel: t`Delete`,
        danger: true,
      });
      if (!confirmed) return;
      const { _id: commentId } = comment;
      const queryKey = keys.commentsOfPost(postId);
      await runOptimisticUpdate(client, {
        ...removalOf(client, queryKey, commentId, 'totalComments', () => removeComment(client, comment)),
        send: () => api.call('deleteComment', { params: { commentId } }).catch(ignoreGone),
        // a comment with replies stays without its text, and every later page moves up by one comment
        onSuccess: () => refetchComments(client, postId),
        onError: () => toast.error(t`Failed to delete comment. Please try again.`),
      });
    },
    [client, postId],
  );

  return useMemo(() => ({ like, remove, viewer: user, closed }), [like, remove, user, closed]);
};

/** Ids of comments that the user has just sent and that are not on the screen yet: they rise into the list. */
export const justSent = new Set<string>();

const LOGIN_TO_POST = t`Please log in to post a comment`;

/** Set when the text is not a new top-level comment: a reply, or an edit. */
export interface Writing {
  as: 'reply' | 'edit';
  comment: Comment;
}

const draftOf = (viewerId: string | undefined, postId: string, writing?: Writing) =>
  draftKey(viewerId ?? 'visitor', writing ? `${postId}:${writing.as}:${writing.comment._id}` : postId);

/** Starts a reply with an `@` mention, or an edit with the current text, unless a draft exists. */
export const beginWriting = (viewerId: string, writing: Writing): void => {
  const { comment, as } = writing;
  const key = draftOf(viewerId, comment.postId, writing);
  const { drafts, write } = useDraftStore.getState();
  if (as === 'edit') write(key, drafts[key] ?? comment.body);
  // a reply to a top-level comment needs no mention
  else if (comment.parent !== null) write(key, drafts[key] ?? `@${comment.user.userName} `);
};

/** Discards the draft. */
export const giveUpWriting = (viewerId: string, writing: Writing): void =>
  useDraftStore.getState().write(draftOf(viewerId, writing.comment.postId, writing), '');

/**
 * The draft of a comment on a post, and a function to post it. The new comment shows as soon as the server accepts
 * it, then the list is refetched. On failure an alert shows and the text is kept (F §5, F §8).
 */
export const useWriteComment = (postId: string, writing?: Writing, onDone?: () => void) => {
  const client = useQueryClient();
  const { user } = useViewer();
  const key = draftOf(user?._id, postId, writing);
  const text = useDraftStore((state) => state.drafts[key] ?? '');
  const unsaved = useIsUnsaved(key);
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
    if (!isId(postId)) {
      showAlert(t`Invalid post ID`);
      return;
    }
    if (body === '' || posting) return;
    setPosting(key, true);
    try {
      const sent = sentComment(user._id, postId, body, writing?.comment._id);
      const edit = async (commentId: string) =>
        (await api.call('updateComment', { params: { commentId }, body: { body, userId: user._id } })).data;
      const comment =
        writing?.as === 'edit'
          ? await runMutation(client, () => edit(writing.comment._id))
          : await sendOnce(sent, (idempotencyKey) =>
              runMutation(client, () => createComment(sent, idempotencyKey)),
            );
      // text typed since the press is a new draft
      if (useDraftStore.getState().drafts[key] === text) write(key, '');
      if (writing?.as === 'edit')
        patchComment(client, postId, comment._id, (had) => ({ ...had, ...comment }));
      else {
        justSent.add(comment._id);
        insertComment(client, comment);
      }
      onDone?.();
      refetchComments(client, postId);
    } catch (error) {
      const refused =
        error instanceof ApiError &&
        (error.code === 'COMMENTS_CLOSED' ||
          (writing !== undefined && [403, 404].includes(error.status ?? 0)));
      showAlert(
        isSignedOut(error)
          ? LOGIN_TO_POST
          : refused
            ? messageOf(error)
            : t`Failed to post comment. Please try again.`,
      );
    } finally {
      setPosting(key, false);
    }
  }, [client, key, onDone, postId, posting, setPosting, text, user, write, writing]);

  return { text, setText, post, posting, signedIn: user !== null, unsaved };
};
