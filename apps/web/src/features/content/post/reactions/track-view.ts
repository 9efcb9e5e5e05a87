import { t } from '@lingui/core/macro';
import { BATCH_VIEWS_MAX } from '@social-feed/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { patchPost } from '../model/patch-post';
import { paramsOf } from '../model/post';
import { runMutation } from '../../../../cache/run-mutation';
import { api } from '../../../../lib/api-client';
import { ApiError, isSignedOut, messageOf } from '../../../../lib/api-error';
import { Batcher, onceOnline } from '../../../../lib/batcher';
import { toast } from '../../../../lib/toast';

/** One view to send: seconds in sight, and the referral source (F §7). */
export interface PostView {
  postId: string;
  viewDuration: number;
  referralSource: string;
  feed: boolean;
}

export interface ViewResult {
  postId: string;
  viewAdded: boolean;
  totalViews: number;
}

/** Sends the views of a list, 1 to 50; results are in the same order (F §5, F §7). Throws ApiError. */
export const sendBatch = async (postViews: PostView[]): Promise<ViewResult[]> => {
  if (postViews.length === 0)
    throw new ApiError({ status: 400, code: 'VALIDATION_FAILED', message: t`There are no views to send` });
  return (await api.call('batchViews', { body: { postViews }, keepalive: true })).data.results;
};

/** Sends the view of a post page (F §7). Throws ApiError. */
export const sendView = async ({ postId, ...body }: PostView): Promise<ViewResult> => {
  const { data } = await api.call('trackView', { params: paramsOf(postId), body, keepalive: true });
  return { postId, ...data };
};

interface TrackerOptions {
  /** How long a post must stay visible, in milliseconds: 1000 in lists, 2000 on its page (F §4). */
  minDuration: number;
  /** Sends the due views; called at most once per `flushDelay`. */
  send: (views: PostView[]) => void;
  /** How long due views wait to be batched, in milliseconds. */
  flushDelay: number;
  batchMax: number;
  now: () => number;
}

/**
 * Counts a view once a post was visible for `minDuration` without a break, once per post (F §4). Independent of the
 * DOM: the caller observes visibility and calls `show` and `hide`.
 */
export class ViewTracker {
  readonly #options: TrackerOptions;
  readonly #since = new Map<
    string,
    { at: number; timer: ReturnType<typeof setTimeout>; source: string; feed: boolean }
  >();
  readonly #counted = new Set<string>();
  readonly #due: Batcher<PostView>;

  constructor(options: TrackerOptions) {
    this.#options = options;
    this.#due = new Batcher({ send: options.send, delay: options.flushDelay, max: options.batchMax });
  }

  show(postId: string, referralSource: string, feed: boolean): void {
    if (this.#counted.has(postId) || this.#since.has(postId)) return;
    const timer = setTimeout(() => this.#count(postId), this.#options.minDuration);
    this.#since.set(postId, { at: this.#options.now(), timer, source: referralSource, feed });
  }

  hide(postId: string): void {
    const entry = this.#since.get(postId);
    if (!entry) return;
    clearTimeout(entry.timer);
    this.#since.delete(postId);
  }

  /** Sends due views at once, e.g. before the page unloads. */
  flush(): void {
    this.#due.flush();
  }

  /** Resets everything, since views count per user. */
  reset(): void {
    for (const postId of [...this.#since.keys()]) this.hide(postId);
    this.#due.clear();
    this.#counted.clear();
  }

  #count(postId: string): void {
    const entry = this.#since.get(postId);
    if (!entry) return;
    this.#since.delete(postId);
    this.#counted.add(postId);
    const viewDuration = Math.max(this.#options.minDuration, this.#options.now() - entry.at) / 1000;
    this.#due.add({ postId, viewDuration, referralSource: entry.source, feed: entry.feed });
  }
}

/**
 * Errors that need no message: the view is already counted, the author's own, or too soon after the last (F §8).
 */
export const isSilentViewError = (message: string): boolean => /already|self-view|recent/i.test(message);

/** Minimum time in sight and, for lists, the batch delay; milliseconds (F §4). */
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
    // no message after a logout or an expired session
    if (!isSignedOut(error) && !isSilentViewError(messageOf(error)))
      toast.error(t`Failed to track view`, { id: 'track-view' });
  }
};

/** One pair of trackers per signed-in user: a view counts once per post and user, in lists and on pages alike. */
const trackersFor = (client: QueryClient, viewerId: string): Trackers => {
  if (trackers?.viewerId === viewerId) return trackers;
  trackers?.list.reset();
  trackers?.page.reset();
  const now = () => performance.now();
  const send = (views: PostView[]) => onceOnline(() => void countViews(client, () => sendBatch(views)));
  const sendEach = (views: PostView[]) => {
    for (const view of views) onceOnline(() => void countViews(client, async () => [await sendView(view)]));
  };
  const tracker = (minDuration: number, flushDelay: number, sendViews: typeof send) =>
    new ViewTracker({ minDuration, flushDelay, batchMax: BATCH_VIEWS_MAX, now, send: sendViews });
  trackers = { viewerId, list: tracker(LIST_MIN, LIST_GATHER, send), page: tracker(PAGE_MIN, 0, sendEach) };
  return trackers;
};

/** Whether enough is visible: half of the post or, if the post is taller than two screens, half of the screen. */
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

/** What to call with whether enough of an element is visible. */
const watched = new Map<Element, (seen: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** Watches an element with the one observer of all posts, which reports once a frame instead of once for each. */
const watchSight = (node: Element, tell: (seen: boolean) => void): (() => void) => {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) watched.get(entry.target)?.(isSeen(entry));
    },
    { threshold: [0, 0.1, 0.2, 0.3, 0.4, VISIBLE_SHARE] },
  );
  watched.set(node, tell);
  observer.observe(node);
  return () => {
    watched.delete(node);
    observer?.unobserve(node);
    if (watched.size > 0) return;
    observer?.disconnect();
    observer = undefined;
  };
};

interface Tracked {
  client: QueryClient;
  viewerId: string;
  postId: string;
  place: ViewPlace;
}

/**
 * Counts a view of the post in `node` after it was visible long enough (F §4). Returns a function that stops it.
 */
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
  const stopWatching = watchSight(node, (isNow) => {
    seen = isNow;
    apply();
  });
  document.addEventListener('visibilitychange', handleVisibility);
  return () => {
    stopWatching();
    document.removeEventListener('visibilitychange', handleVisibility);
    tracker.hide(postId);
  };
};
