import { MoreResults, NothingFound, ResultsFailed } from '../../features/search/components/result-states';
import { TagList, TagSkeleton } from '../../features/search/components/tag-list';
import { useTagSearch } from '../../features/search/hooks/use-tag-search';

/** The part of the results that holds tags, by pages. */
export const FoundTags = ({ term }: { term: string }) => {
  const query = useTagSearch(term);
  if (query.isPending) return <TagSkeleton />;
  if (query.error && query.tags.length === 0) return <ResultsFailed query={query} />;
  if (query.tags.length === 0) return <NothingFound what="tags" advice="Tags are found by how they begin." />;
  return (
    <>
      <TagList tags={query.tags} />
      <MoreResults query={query} what="tags" />
    </>
  );
};
