import { BATCH_VIEWS_MAX } from '@social-feed/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { patchPost } from '../../../cache/patch-post';
import { runMutation } from '../../../cache/run-mutation';
import { messageOf } from '../../../lib/api-error';
import { toast } from '../../../lib/toast';
import { loadCalls } from '../api/load-calls';
import type { ViewResult } from '../api/send-views';
import { ViewTracker, isSilentViewError, type PostView } from './view-tracker';

/** Least time in sight and, for lists, how long views gather into one call; milliseconds (F §4). */
const LIST_MIN = 1000;
const PAGE_MIN = 2000;
const LIST_GATHER = 2000;
const VISIBLE_SHARE = 0.5;

export type ViewPlace = 'list' | 'page';

interface Trackers {
  viewerId: string;
  list: ViewTracker;
  page: ViewTracker;
}

let trackers: Trackers | undefined;

const countViews = async (client: QueryClient, call: () => Promise<ViewResult[]>): Promise<void> => {
  try {
    for (const { postId, viewAdded, totalViews } of await runMutation(client, call))
      patchPost(client, postId, (post) => ({
        ...post,
        views: viewAdded ? Math.max(totalViews, post.views + 1) : post.views,
        userInteraction: { ...post.userInteraction, viewed: true },
      }));
  } catch (error) {
    if (!isSilentViewError(messageOf(error))) toast.error('Failed to track view', { id: 'track-view' });
  }
};

/** One pair of trackers per signed-in user: a view counts once per post and user, wherever it was seen. */
const trackersFor = (client: QueryClient, viewerId: string): Trackers => {
  if (trackers?.viewerId === viewerId) return trackers;
  trackers?.list.reset();
  trackers?.page.reset();
  const now = () => performance.now();
  const send = (views: PostView[]) =>
    void countViews(client, async () => (await loadCalls()).sendBatch(views));
  const sendEach = (views: PostView[]) => {
    for (const view of views) void countViews(client, async () => [await (await loadCalls()).sendView(view)]);
  };
  trackers = {
    viewerId,
    list: new ViewTracker({
      minDuration: LIST_MIN,
      flushDelay: LIST_GATHER,
      batchMax: BATCH_VIEWS_MAX,
      now,
      send,
    }),
    page: new ViewTracker({
      minDuration: PAGE_MIN,
      flushDelay: 0,
      batchMax: BATCH_VIEWS_MAX,
      now,
      send: sendEach,
    }),
  };
  return trackers;
};

/**
 * Whether enough shows: half of the post or, for one too tall ever to show half of itself, half of the screen.
 */
const isSeen = ({
  intersectionRatio,
  intersectionRect,
  boundingClientRect,
  rootBounds,
}: IntersectionObserverEntry) => {
  if (intersectionRatio >= VISIBLE_SHARE) return true;
  const screen = rootBounds?.height ?? window.innerHeight;
  return (
    boundingClientRect.height > screen / VISIBLE_SHARE && intersectionRect.height >= screen * VISIBLE_SHARE
  );
};

interface Tracked {
  client: QueryClient;
  viewerId: string;
  postId: string;
  place: ViewPlace;
}

/** Counts a view of the post in `node` once it was seen for long enough (F §4). Returns what stops it. */
export const trackView = (node: Element, { client, viewerId, postId, place }: Tracked): (() => void) => {
  const tracker = trackersFor(client, viewerId)[place];
  let seen = false;
  const apply = () => {
    if (seen && document.visibilityState === 'visible')
      tracker.show(postId, place === 'list' ? 'feed' : 'direct', place === 'list');
    else tracker.hide(postId);
  };
  const handleVisibility = () => {
    apply();
    if (document.visibilityState === 'hidden') tracker.flush();
  };
  const observer = new IntersectionObserver(
    (entries) => {
      const entry = entries.at(-1);
      seen = entry !== undefined && isSeen(entry);
      apply();
    },
    { threshold: [0, 0.1, 0.2, 0.3, 0.4, VISIBLE_SHARE] },
  );
  observer.observe(node);
  document.addEventListener('visibilitychange', handleVisibility);
  return () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', handleVisibility);
    tracker.hide(postId);
  };
};
