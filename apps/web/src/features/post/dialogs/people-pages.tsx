import type { Person } from '@social-feed/contracts';
import { Button } from '../../../components/ui/button';
import { PersonRow } from '../../../components/ui/person-row';
import { useViewer } from '../../../lib/viewer';
import { RetryButton } from '../list/endless';
import { FollowButton } from '../reactions/follow';

/** People, each with a way to their profile and Follow. */
export const People = ({ people, onLeave }: { people: readonly Person[]; onLeave: () => void }) => {
  const { user: viewer } = useViewer();
  return (
    <ul className="flex flex-col">
      {people.map((person) => (
        <li key={person._id} className="flex items-center gap-3 py-2">
          <PersonRow person={person} size={40} onLeave={onLeave} />
          {viewer ? <FollowButton author={{ ...person, isFollowing: false }} /> : null}
        </li>
      ))}
    </ul>
  );
};

interface MorePeopleProps {
  query: {
    data: unknown;
    isError: boolean;
    hasNextPage: boolean;
    isFetching: boolean;
    isFetchNextPageError: boolean;
    refetch: () => unknown;
    fetchNextPage: (options: { cancelRefetch: boolean }) => unknown;
  };
}

/** The end of a list of people in pages: more, or once again. */
export const MorePeople = ({ query }: MorePeopleProps) => {
  const { data, isError, hasNextPage, isFetching, isFetchNextPageError } = query;
  const next = () => (data === undefined ? query.refetch() : query.fetchNextPage({ cancelRefetch: false }));
  if (isError || isFetchNextPageError)
    return (
      <div role="alert" className="mt-3 flex flex-col items-center gap-3 text-muted">
        <p>Failed to load people</p>
        <RetryButton quiet retrying={isFetching} onRetry={next} />
      </div>
    );
  return hasNextPage ? (
    <div className="mt-3 grid">
      <Button variant="soft" busy={isFetching} onClick={next}>
        Show more
      </Button>
    </div>
  ) : null;
};
