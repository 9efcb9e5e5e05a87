import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, useEffect, type RefObject } from 'react';
import type { ClientPost } from '../model/post';
import { endOrPatience } from '../../../../lib/at-least';
import { requireLogin } from '../../../../lib/dialogs';
import { toast } from '../../../../lib/toast';
import { useViewer } from '../../../../lib/viewer';
import { isAbort } from '../../../../lib/api-error';
import type * as runReactionModule from './run-reaction';
import type { ReactionKind } from './run-reaction';
import { reactionFailure } from './reaction-failure';
import { trackView, type ViewPlace } from './track-view';

const LOGIN_ACTIONS = { like: 'like', dislike: 'dislike', bookmark: 'save', pin: 'save' } as const;

let code: Promise<typeof runReactionModule> | undefined;

/** Loads the code of reactions. All presses await one promise, so their order is kept; retries after a failure. */
const fetchRun = () =>
  (code ??= import('./run-reaction').catch((error: unknown) => {
    code = undefined;
    throw error;
  }));

/** Toggles a reaction with `runReaction`; asks visitors to log in (F §5). */
export const useReaction = () => {
  const client = useQueryClient();
  const { user } = useViewer();
  const viewerId = user?._id;
  return useCallback(
    async (shown: ClientPost, kind: ReactionKind): Promise<void> => {
      if (viewerId === undefined) {
        requireLogin(LOGIN_ACTIONS[kind]);
        return;
      }
      try {
        const { runReaction } = await fetchRun();
        await runReaction(client, shown, kind, viewerId);
      } catch {
        // the code failed to load
        toast.error(reactionFailure(kind));
      }
    },
    [client, viewerId],
  );
};

/** Shares a post; counts it once completed, not if cancelled (F §4). */
export const useShare = () => {
  const client = useQueryClient();
  const { user } = useViewer();
  const signedIn = user !== null;
  const [sharing, setSharing] = useState(false);
  const share = useCallback(
    async (post: ClientPost) => {
      if (!signedIn) {
        requireLogin('share');
        return;
      }
      setSharing(true);
      const handOver = async (): Promise<void> => {
        try {
          const { sharePost, countShare } = await fetchRun();
          await sharePost(post);
          void countShare(client, post._id);
        } catch (error) {
          if (!isAbort(error)) toast.error(t`Failed to share post. Please try again.`);
        }
      };
      await endOrPatience(handOver());
      setSharing(false);
    },
    [client, signedIn],
  );
  return { share, sharing };
};

/** Counts a view of the post in `element`; not for visitors or the post's author (F §4). */
export const useViewTracking = (
  element: RefObject<HTMLElement | null>,
  post: ClientPost,
  place: ViewPlace,
): void => {
  const client = useQueryClient();
  const { user } = useViewer();
  const viewerId = user?._id ?? null;
  const postId = post._id;
  const counts = viewerId !== null && viewerId !== post.user._id && !post.userInteraction.viewed;

  useEffect(() => {
    const node = element.current;
    if (!counts || !node || typeof IntersectionObserver === 'undefined') return;
    return trackView(node, { client, viewerId, postId, place });
  }, [client, counts, element, place, postId, viewerId]);
};
