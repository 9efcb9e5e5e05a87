import type { Person } from '@social-feed/contracts';
import { Avatar } from '../../../components/ui/avatar';
import { Button } from '../../../components/ui/button';
import { Dialog } from '../../../components/ui/dialog';
import { PersonRow } from '../../../components/ui/person-row';
import { usePeopleList } from '../../people/people-list';
import { RetryButton } from '../../post/list/endless';
import { FollowButton } from '../../post/reactions/follow';
import { useViewer } from '../../../lib/viewer';
import type { FollowList } from './profile-header';

interface FollowListDialogProps {
  userId: string;
  list: FollowList;
  /** How many the profile counts. */
  count: number;
  onClose: () => void;
}

/** Placeholders drawn at once: a list of a million is not put into the document whole. */
const STEP = 50;

const TITLES: Record<FollowList, string> = { followers: 'Followers', following: 'Following' };

/** Placeholder users as many as the profile counts, not real people (A §2.9). */
const Placeholders = ({ list, count }: { list: FollowList; count: number }) => (
  <ul className="flex flex-col">
    {Array.from({ length: Math.min(count, STEP) }, (_unused, index) => index + 1).map((number) => (
      <li key={number} className="flex items-center gap-3 py-2">
        <Avatar id={`${list}-${number}`} name={`User ${number}`} size={40} />
        <div className="min-w-0 leading-tight">
          <p className="truncate font-semibold">User {number}</p>
          <p className="truncate text-meta text-muted">@user{number}</p>
        </div>
      </li>
    ))}
  </ul>
);

const People = ({ people, onLeave }: { people: readonly Person[]; onLeave: () => void }) => {
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

/** People who follow, or are followed, in pages; placeholders stand there while they load, and where they do not come. */
export const FollowListDialog = ({ userId, list, count, onClose }: FollowListDialogProps) => {
  const query = usePeopleList(userId, list);
  const { people, data, isError, hasNextPage, isFetching, isFetchNextPageError } = query;
  const awaited = data === undefined && count > 0;
  const isEmpty = data === undefined ? count === 0 : people.length === 0 && !hasNextPage;
  const lost = isError || isFetchNextPageError;
  const next = () =>
    void (data === undefined ? query.refetch() : query.fetchNextPage({ cancelRefetch: false }));
  return (
    <Dialog
      onClose={onClose}
      title={TITLES[list]}
      readOnly={awaited}
      {...(awaited ? { description: 'Placeholders stand here until follow lists open.' } : {})}
    >
      {isEmpty ? (
        <p className="py-6 text-center text-muted">
          {list === 'followers' ? 'No followers yet' : 'Not following anyone yet'}
        </p>
      ) : awaited ? (
        <Placeholders list={list} count={count} />
      ) : (
        <People people={people} onLeave={onClose} />
      )}
      {lost ? (
        <div role="alert" className="mt-3 flex flex-col items-center gap-3 text-muted">
          <p>Failed to load people</p>
          <RetryButton quiet retrying={isFetching} onRetry={next} />
        </div>
      ) : hasNextPage ? (
        <div className="mt-3 grid">
          <Button variant="soft" busy={isFetching} onClick={next}>
            Show more
          </Button>
        </div>
      ) : null}
    </Dialog>
  );
};
