import type { Person } from '@social-feed/contracts';
import { Link } from 'react-router-dom';
import { Avatar } from './avatar';
import { paths } from '../../config/paths';

interface PersonRowProps {
  person: Person;
  /** Diameter of the picture in px. */
  size: number;
  /** Before the profile opens. */
  onLeave?: () => void;
}

/** Who somebody is in a list of people: picture, and names that lead to the profile. What follows them is the list's. */
export const PersonRow = ({ person, size, onLeave }: PersonRowProps) => {
  const name = person.fullName || person.userName;
  return (
    <>
      <Avatar id={person._id} name={name} src={person.profilepic} size={size} />
      <Link
        to={paths.profile.getHref(person.userName)}
        onClick={onLeave}
        className="min-w-0 flex-1 leading-tight hover:underline"
      >
        <span dir="auto" className="block w-fit max-w-full truncate font-semibold">
          {name}
        </span>
        <span className="block truncate text-meta text-muted">@{person.userName}</span>
      </Link>
    </>
  );
};
