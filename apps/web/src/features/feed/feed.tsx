import { Suspense, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../components/ui/button';
import { ErrorState } from '../../components/ui/empty-state';
import { Spinner } from '../../components/ui/spinner';
import { cx } from '../../lib/class-names';
import type { ClientPost } from '../post/model/post';
import { lazyPart } from '../../lib/lazy';
import { useSentinel } from '../post/list/use-sentinel';
import { useFeed } from './feed-query';
import { useRestoredFeed } from './use-feed-place';
import { useHomeStore } from './home-store';
import { FeedList } from './feed-list';

/** Skeletons with what is being loaded said above them (F §2). */
export const FeedLoading = ({ skeletons }: { skeletons: ReactNode }) => (
  <div aria-busy>
    <p
      role="status"
      className="flex items-center justify-center gap-2.5 py-3 text-meta font-medium text-muted"
    >
      <Spinner size={16} />
      Loading fresh content...
    </p>
    {skeletons}
  </div>
);

interface RetryProps {
  retrying: boolean;
  onRetry: () => void;
}

const RetryButton = ({ retrying, onRetry, quiet = false }: RetryProps & { quiet?: boolean }) => (
  <Button {...(quiet ? { variant: 'soft', size: 'sm' } : {})} busy={retrying} onClick={onRetry}>
    {retrying ? 'Retrying...' : 'Try Again'}
  </Button>
);

/** The first page failed (F §2). */
export const FeedError = (props: RetryProps) => (
  <ErrorState
    title="Something went wrong"
    text="Unable to load posts. Please check your connection and try again."
    action={<RetryButton {...props} />}
  />
);

interface FeedTailProps extends RetryProps {
  state: 'loading' | 'error' | 'end' | 'idle';
}

/** Below the last post: more is coming, more failed to come, or this is the end (F §2). */
export const FeedTail = ({ state, retrying, onRetry }: FeedTailProps) => (
  // at rest nothing is in it, for a spinner keeps the browser at work even out of sight; nor can it be seen, for then it
  // would be seen to move while the heights of cards above it are being learnt
  <div
    className={cx('grid min-h-28 place-items-center px-4 py-6 text-center', state === 'idle' && 'invisible')}
  >
    {state === 'loading' ? (
      <span className="text-muted">
        <Spinner size={22} label="Loading more posts" />
      </span>
    ) : null}
    {state === 'error' ? (
      <div role="alert" className="flex flex-col items-center gap-3">
        <p className="text-body text-muted">Failed to load more posts</p>
        <RetryButton quiet retrying={retrying} onRetry={onRetry} />
      </div>
    ) : null}
    {state === 'end' ? (
      <p className="flex w-full items-center gap-4 text-meta text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        You&apos;ve reached the end!
      </p>
    ) : null}
  </div>
);

/** The next page is asked for within this many pixels of the bottom, 200 ms after the one before (F §9). */
const MARGIN = 1000;
const COOLDOWN = 200;

const FeedEmpty = lazyPart(() => import('./feed-late'), 'FeedEmpty');

interface FeedProps {
  renderPost: (post: ClientPost, index: number, size: number) => ReactNode;
  /** Cards in the shape of what comes. */
  skeletons: ReactNode;
}

/** The endless feed with all its states (F §2). */
export const Feed = ({ renderPost, skeletons }: FeedProps) => {
  useRestoredFeed();
  const { posts, isPending, isError, isFetching, refetch, fetchNextPage, ...feed } = useFeed();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = feed;
  const [retrying, setRetrying] = useState(false);
  const refreshing = useHomeStore((state) => state.reading);
  const sentinel = useSentinel({
    // a call for the next page would give up the refresh
    enabled: hasNextPage && !isFetching && !isFetchNextPageError && !refreshing,
    onReach: () => void fetchNextPage(),
    loads: feed.data?.pages.length ?? 0,
    margin: MARGIN,
    cooldown: COOLDOWN,
  });

  const retry = async (again: () => Promise<unknown>) => {
    setRetrying(true);
    await again();
    // the button goes with what it mended: whoever pressed it reads on from the list
    flushSync(() => setRetrying(false));
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === null)
      document.querySelector<HTMLElement>('[role="feed"]')?.focus({ preventScroll: true });
  };

  if (isPending && !retrying) return <FeedLoading skeletons={skeletons} />;
  if (posts.length === 0 && (isError || retrying) && !hasNextPage)
    return <FeedError retrying={retrying} onRetry={() => void retry(refetch)} />;
  if (posts.length === 0 && !hasNextPage)
    return (
      <Suspense>
        <FeedEmpty busy={isFetching} onView={() => void refetch()} />
      </Suspense>
    );

  const tail =
    isFetchNextPageError || retrying
      ? 'error'
      : isFetchingNextPage
        ? 'loading'
        : hasNextPage
          ? 'idle'
          : 'end';
  return (
    <>
      <FeedList posts={posts} complete={!hasNextPage} busy={isFetchingNextPage} renderPost={renderPost} />
      <div ref={sentinel} />
      {/* another one after every page: the same would be seen to leap down as posts come in above it */}
      <FeedTail
        key={feed.data?.pages.length}
        state={tail}
        retrying={retrying}
        onRetry={() => void retry(fetchNextPage)}
      />
    </>
  );
};
