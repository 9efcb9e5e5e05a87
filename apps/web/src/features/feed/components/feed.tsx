import { Suspense, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { ClientPost } from '../../../cache/post-model';
import { lazyPart } from '../../../lib/lazy-part';
import { useFeed } from '../hooks/use-feed';
import { useRestoredFeed } from '../hooks/use-feed-place';
import { useSentinel } from '../hooks/use-sentinel';
import { useHomeStore } from '../stores/home-store';
import { FeedError, FeedLoading, FeedTail } from './feed-states';
import { FeedList } from './feed-list';

/** The next page is asked for within this many pixels of the bottom, 200 ms after the one before (F §9). */
const MARGIN = 1000;
const COOLDOWN = 200;

const FeedEmpty = lazyPart(() => import('./feed-empty'), 'FeedEmpty');

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
