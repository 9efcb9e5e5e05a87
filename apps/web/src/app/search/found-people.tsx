import { PeopleList, PeopleSkeleton } from '../../features/search/components/people-list';
import { MoreResults, NothingFound, ResultsFailed } from '../../features/search/components/result-states';
import { usePeopleSearch } from '../../features/search/hooks/use-people-search';

/** The part of the results that holds people, by pages. */
export const FoundPeople = ({ term }: { term: string }) => {
  const query = usePeopleSearch(term);
  if (query.isPending) return <PeopleSkeleton rows={6} />;
  if (query.error && query.people.length === 0) return <ResultsFailed query={query} />;
  if (query.people.length === 0)
    return <NothingFound what="people" advice="Names are found by how they begin." />;
  return (
    <>
      <PeopleList people={query.people} />
      <MoreResults query={query} what="people" />
    </>
  );
};
