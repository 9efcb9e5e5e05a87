import type { Person } from '@social-feed/contracts';
import { PersonRow } from '../../../../components/ui/person-row';
import { useViewer } from '../../../../lib/viewer';
import { FollowButton } from '../reactions/follow';

/** Users, each with a profile link and Follow. */
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
