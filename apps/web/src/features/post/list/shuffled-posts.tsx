import { PAGE } from '@social-feed/contracts';
import { useListed } from '../../../cache/block-store';
import { keys } from '../../../cache/keys';
import { ErrorState, RetryButton } from '../../../components/ui/empty-state';
import { messageOf } from '../../../lib/api-error';
import { useOwnAccount } from '../../../lib/viewer';
import { PostSkeletons } from '../card/post-skeleton';
import { getPosts } from '../model/get-posts';
import { Endless } from './endless';
import { PostList } from './post-list';
import { useKeyset } from '../../../cache/use-keyset';
import type { Elements } from '../../../lib/elements';

/** In pixels, the same as on profiles. */
const MARGIN = 100;

interface ShuffledPostsProps {
  /** The author or the tag of the posts. */
  of: { userId: string } | { tag: string };
  seed: number;
  empty: Elements;
}

const useShuffled = (of: ShuffledPostsProps['of'], seed: number) => {
  const viewerId = useOwnAccount()?._id ?? null;
  const query = useKeyset(
    keys.shuffled(of, seed, viewerId),
    (cursor, signal) => getPosts({ ...of, sortBy: 'random', seed, limit: PAGE.profile, cursor }, signal),
    // never refetch: the order must not change while the user reads
    { staleTime: Infinity },
  );
  return { ...query, posts: useListed(query.data?.pages) };
};

/** The posts of a user or a tag in the random order of a seed, to the end. Load it lazily. */
export const ShuffledPosts = ({ of, seed, empty }: ShuffledPostsProps) => {
  const query = useShuffled(of, seed);
  const { posts, error } = query;
  const total = query.data?.pages[0]?.pagination.totalPosts ?? 0;
  return (
    <Endless
      query={query}
      isEmpty={posts.length === 0}
      margin={MARGIN}
      loading={<PostSkeletons />}
      empty={empty}
      failed={({ retrying, onRetry }) => (
        <ErrorState
          title="Something went wrong"
          text={messageOf(error)}
          action={<RetryButton retrying={retrying} onRetry={onRetry} />}
        />
      )}
      words={{
        loading: 'Loading more',
        failed: 'Some of this could not be loaded.',
        end: total > PAGE.shuffledMax ? 'These were the newest 1,000' : "You've reached the end",
      }}
    >
      <PostList posts={posts} pageSize={PAGE.profile} complete={!query.hasNextPage} />
    </Endless>
  );
};
