import type { Person } from '@social-feed/contracts';
import { Link } from 'react-router-dom';
import { Avatar } from './avatar';
import { paths } from '../../config/paths';

interface PersonRowProps {
  person: Omit<Person, 'profilepic'> & { profilepic?: string };
  /** Diameter of the picture in px. */
  size: number;
  /** Called before the profile opens. */
  onLeave?: () => void;
}

/** A user in a list: picture and names, linked to the profile. The list renders what follows. */
export const PersonRow = ({ person, size, onLeave }: PersonRowProps) => {
  const name = person.fullName || person.userName;
  return (
    <Link
      to={paths.profile.getHref(person.userName)}
      onClick={onLeave}
      className="group/person flex min-w-0 flex-1 items-center gap-3 leading-tight -outline-offset-2"
    >
      <Avatar id={person._id} name={name} src={person.profilepic} size={size} />
      <span className="min-w-0 flex-1">
        <span
          dir="auto"
          className="block w-fit max-w-full truncate font-semibold group-hover/person:underline"
        >
          {name}
        </span>
        <span dir="ltr" translate="no" className="block w-fit max-w-full truncate text-meta text-muted">
          {`@${person.userName}`}
        </span>
      </span>
    </Link>
  );
};
