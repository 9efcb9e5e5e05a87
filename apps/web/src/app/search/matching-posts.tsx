import { MoreResults, NothingFound, ResultsFailed } from '../../features/search/components/result-states';
import { MATCHES_PER_PAGE, usePostSearch } from '../../features/search/hooks/use-post-search';
import { formatCount } from '../../lib/format';
import { PostCards } from '../lists/endless-list';
import { PostSkeletons } from '../profile/profile-lists';

/** Posts that match the term, by pages behind a button, so that what follows them stays in reach. */
export const MatchingPosts = ({ term }: { term: string }) => {
  const query = usePostSearch(term);
  const { posts, total, hasNextPage } = query;
  if (query.isPending) return <PostSkeletons />;
  if (query.error && posts.length === 0) return <ResultsFailed query={query} />;
  // all of a page may be by blocked authors
  if (posts.length === 0 && !hasNextPage)
    return <NothingFound what="posts" advice="Try a shorter word, or a tag." />;
  return (
    <>
      <p className="px-4 pb-2 text-meta text-muted md:px-0">
        {formatCount(total)} {total === 1 ? 'post' : 'posts'}
      </p>
      <PostCards posts={posts} pageSize={MATCHES_PER_PAGE} complete={!hasNextPage} />
      <MoreResults query={query} what="posts" />
    </>
  );
};
