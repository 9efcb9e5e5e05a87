import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type RefObject } from 'react';
import type { ClientPost } from '../../../cache/post-model';
import { useViewer } from '../../../lib/viewer';
import { loadActions } from '../load-actions';
import type { ViewPlace } from '../model/track-view';

/** Counts a view of the post in `element`; not for visitors, nor for the author's own posts (F §4). */
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
    let stop: (() => void) | undefined;
    let left = false;
    void loadActions().then(
      ({ trackView }) => {
        if (!left) stop = trackView(node, { client, viewerId, postId, place });
      },
      () => undefined,
    );
    return () => {
      left = true;
      stop?.();
    };
  }, [client, counts, element, place, postId, viewerId]);
};
