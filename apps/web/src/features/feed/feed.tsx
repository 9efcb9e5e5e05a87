import { Suspense } from 'react';
import { ErrorState } from '../../components/ui/empty-state';
import { Spinner } from '../../components/ui/spinner';
import { lazyPart } from '../../lib/lazy';
import { PostSkeleton } from '../post/card/post-skeleton';
import { Endless, RetryButton, type Retry } from '../post/list/endless';
import { PostList } from '../post/list/post-list';
import { useRestoredFeed, useSharedSeed } from './feed-memory';
import { useFeed, useHomeStore } from './feed-query';

/** The next page is asked for within this many pixels of the bottom (F §9). */
const MARGIN = 1000;

const WORDS = {
  loading: 'Loading more posts',
  failed: 'Failed to load more posts',
  end: "You've reached the end!",
};

const FeedEmpty = lazyPart(() => import('./feed-late'), 'FeedEmpty');

/** Skeletons with what is being loaded said above them (F §2). */
const Loading = () => (
  <div aria-busy>
    <p
      role="status"
      className="flex items-center justify-center gap-2.5 py-3 text-meta font-medium text-muted"
    >
      <Spinner size={16} />
      Loading fresh content...
    </p>
    <PostSkeleton media />
    <PostSkeleton media={false} />
    <PostSkeleton media />
  </div>
);

const failed = (retry: Retry) => (
  <ErrorState
    title="Something went wrong"
    text="Unable to load posts. Please check your connection and try again."
    action={<RetryButton {...retry} />}
  />
);

/** The endless feed with all its states (F §2). */
export const Feed = () => {
  useSharedSeed();
  const notePlace = useRestoredFeed();
  const query = useFeed();
  const { posts } = query;
  // a call for the next page would give up the refresh
  const refreshing = useHomeStore((state) => state.reading);
  return (
    <Endless
      query={query}
      isEmpty={posts.length === 0}
      loading={<Loading />}
      empty={(retry) => (
        <Suspense>
          <FeedEmpty {...retry} />
        </Suspense>
      )}
      failed={failed}
      margin={MARGIN}
      enabled={!refreshing}
      words={WORDS}
    >
      <PostList
        posts={posts}
        complete={!query.hasNextPage}
        busy={query.isFetchingNextPage}
        onPlace={notePlace}
      />
    </Endless>
  );
};
