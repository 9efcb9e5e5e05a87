import { Link } from 'react-router-dom';
import { useBlockStore } from '../../../cache/block-store';
import { Avatar } from '../../../components/ui/avatar';
import { Button } from '../../../components/ui/button';
import { paths } from '../../../config/paths';

/** The people whose posts this browser leaves out, each with Unblock (design §4, Block and report). */
export const BlockedList = () => {
  const blocked = useBlockStore((state) => state.blocked);
  const unblock = useBlockStore((state) => state.unblock);
  if (blocked.length === 0) return <p className="text-body text-muted">You have not blocked anybody.</p>;
  return (
    <ul aria-label="Blocked people" className="divide-y divide-line">
      {blocked.map(({ _id, userName, fullName }) => (
        <li key={_id} className="flex items-center gap-3 py-2">
          <Avatar id={_id} name={fullName || userName} size={36} />
          <Link to={paths.profile.getHref(userName)} className="min-w-0 flex-1 hover:underline">
            <span dir="auto" className="block truncate font-semibold">
              {fullName || userName}
            </span>
            <span className="block truncate text-meta text-muted">@{userName}</span>
          </Link>
          <Button
            variant="outline"
            size="sm"
            aria-label={`Unblock @${userName}`}
            onClick={() => unblock(_id, new Date())}
          >
            Unblock
          </Button>
        </li>
      ))}
    </ul>
  );
};
