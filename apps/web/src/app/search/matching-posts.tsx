import { EmptyState } from '../../components/ui/empty-state';
import { ErrorState } from '../../components/ui/error-state';
import { Button } from '../../components/ui/button';
import { LostFigure } from '../../components/ui/figures';
import { MATCHES_PER_PAGE, usePostSearch } from '../../features/search/hooks/use-post-search';
import { messageOf } from '../../lib/api-error';
import { formatCount } from '../../lib/format';
import { PostCards } from '../lists/endless-list';
import { PostSkeletons, Surface } from '../profile/profile-lists';

/** Posts that match the term, by pages behind a button, so that what follows them stays in reach. */
export const MatchingPosts = ({ term }: { term: string }) => {
  const query = usePostSearch(term);
  const { posts, total, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  if (query.isPending) return <PostSkeletons />;
  if (query.error && posts.length === 0)
    return (
      <Surface>
        <ErrorState
          title="Something went wrong"
          text={messageOf(query.error)}
          action={
            <Button busy={query.isFetching} onClick={() => void refetch()}>
              {query.isFetching ? 'Retrying...' : 'Try Again'}
            </Button>
          }
        />
      </Surface>
    );
  if (posts.length === 0)
    return (
      <Surface>
        <EmptyState
          as="h3"
          figure={<LostFigure />}
          title="No posts match"
          text="Try a shorter word, or a tag."
        />
      </Surface>
    );
  return (
    <>
      <p className="px-4 pb-2 text-meta text-muted md:px-0">
        {formatCount(total)} {total === 1 ? 'post' : 'posts'}
      </p>
      <PostCards posts={posts} pageSize={MATCHES_PER_PAGE} complete={!hasNextPage} />
      {hasNextPage ? (
        <div className="grid place-items-center gap-2 px-4 py-4">
          {query.isFetchNextPageError ? (
            <p role="alert" className="text-muted">
              Failed to load more posts
            </p>
          ) : null}
          <Button variant="soft" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading...' : query.isFetchNextPageError ? 'Try Again' : 'Show more posts'}
          </Button>
        </div>
      ) : null}
    </>
  );
};
