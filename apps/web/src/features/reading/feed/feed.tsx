import { t } from '@lingui/core/macro';
import { Suspense } from 'react';
import { ErrorState, type Retry, RetryButton } from '../../../components/ui/empty-state';
import { Spinner } from '../../../components/ui/spinner';
import { lazyPart } from '../../../lib/lazy';
import { PostSkeleton } from '../../content/post/card/post-skeleton';
import { Endless } from '../../content/post/list/endless';
import type { NotePlace } from '../../content/post/list/list-place';
import { PostList } from '../../content/post/list/post-list';
import { useRestoredFeed, useSharedSeed } from './feed-memory';
import { useFeed } from './feed-query';
import { Welcome } from './welcome';
import type { Elements } from '../../../lib/elements';

/** Distance from the bottom at which the next page is fetched, in pixels (F §9). */
const MARGIN = 1000;

const WORDS = {
  loading: t`Loading more posts`,
  failed: t`Failed to load more posts`,
  end: t`You've reached the end!`,
};

const FeedEmpty = lazyPart(() => import('./feed-late'), 'FeedEmpty');

/** Skeletons with a loading message above them (F §2). */
export const FeedLoading = () => (
  <div aria-busy>
    <p
      role="status"
      className="flex items-center justify-center gap-2.5 py-3 text-meta font-medium text-muted"
    >
      <Spinner size={16} />
      <span>{t`Loading fresh content...`}</span>
    </p>
    <PostSkeleton media />
    <PostSkeleton media={false} />
    <PostSkeleton media />
  </div>
);

const failed = (retry: Retry) => (
  <ErrorState
    title={t`Something went wrong`}
    text={t`Unable to load posts. Please check your connection and try again.`}
    action={<RetryButton {...retry} />}
  />
);

interface FeedListProps {
  query: ReturnType<typeof useFeed>;
  /** Shown when the list is empty; the welcome block by default. */
  empty?: Elements;
  onPlace?: NotePlace;
  /** Shown above the posts, together with them. */
  before?: Elements;
  /** A card that replaces the posts after this many. */
  rest?: { after: number; card: Elements } | undefined;
  /** Shows the number of each post. */
  numbered?: boolean;
}

/** An endless list of posts with all its states (F §2). */
export const FeedList = ({ query, empty, onPlace, before, rest, numbered = false }: FeedListProps) => {
  const posts = rest ? query.posts.slice(0, rest.after) : query.posts;
  return (
    <Endless
      query={rest ? { ...query, hasNextPage: true } : query}
      isEmpty={posts.length === 0}
      loading={<FeedLoading />}
      empty={(retry) =>
        empty ?? (
          <Suspense>
            <FeedEmpty {...retry} />
          </Suspense>
        )
      }
      failed={failed}
      margin={MARGIN}
      enabled={!rest}
      words={WORDS}
    >
      {before}
      <PostList
        posts={posts}
        complete={!query.hasNextPage}
        busy={query.isFetchingNextPage}
        numbered={numbered}
        {...(onPlace && { onPlace })}
      />
      {rest?.card}
    </Endless>
  );
};

/** The default feed, as specified. */
export const Feed = () => {
  useSharedSeed();
  const onPlace = useRestoredFeed();
  const query = useFeed();
  return <FeedList query={query} onPlace={onPlace} before={<Welcome page={query.data?.pages[0]} />} />;
};
