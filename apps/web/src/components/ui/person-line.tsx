import type { Person } from '@social-feed/contracts';
import { Avatar } from './avatar';

/** Face, name and handle of a user on one line, for suggestions. */
export const PersonLine = ({ person }: { person: Person }) => (
  <>
    <Avatar id={person._id} name={person.fullName || person.userName} src={person.profilepic} size={28} />
    <bdi className="truncate">{person.fullName || person.userName}</bdi>{' '}
    <bdi dir="ltr" translate="no" className="min-w-0 shrink-[3] truncate text-meta font-normal text-muted">
      {`@${person.userName}`}
    </bdi>
  </>
);
