import type { Author } from '@social-feed/contracts';
import { useCallback, useEffect, useState } from 'react';
import { useFollowStore } from '../../../cache/follow-store';
import { requireLogin } from '../../../lib/dialogs';
import { useViewer } from '../../../lib/viewer';

/** The simulated call takes this long, in milliseconds, and never fails (F §4). */
const FOLLOW_DELAY = 500;

/** Following an author: the same on all of their posts, kept per signed-in user in this browser (design §4). */
export const useFollow = (author: Pick<Author, '_id' | 'isFollowing'>) => {
  const { user } = useViewer();
  const viewerId = user?._id ?? null;
  const load = useFollowStore((state) => state.load);
  const chosen = useFollowStore((state) => (viewerId ? state.byViewer[viewerId]?.[author._id] : undefined));
  const set = useFollowStore((state) => state.set);
  const [busy, setBusy] = useState(false);
  const isFollowing = viewerId !== null && (chosen ?? author.isFollowing);

  useEffect(() => {
    if (viewerId) load(viewerId);
  }, [load, viewerId]);

  const toggle = useCallback(() => {
    if (viewerId === null) {
      requireLogin('follow the author of');
      return;
    }
    if (viewerId === author._id) return;
    setBusy(true);
    setTimeout(() => {
      set(viewerId, author._id, !isFollowing);
      setBusy(false);
    }, FOLLOW_DELAY);
  }, [viewerId, author._id, isFollowing, set]);

  return { isFollowing, busy, toggle, mayFollow: viewerId !== author._id };
};
