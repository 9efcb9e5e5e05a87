import { useRef } from 'react';
import { useBlockStore } from '../../../cache/block-store';
import { Avatar } from '../../../components/ui/avatar';
import { Button } from '../../../components/ui/button';
import { paths } from '../../../config/paths';

/** The people whose posts this browser leaves out, each with Unblock (design §4, Block and report). */
export const BlockedList = () => {
  const blocked = useBlockStore((state) => state.blocked);
  const unblock = useBlockStore((state) => state.unblock);
  const box = useRef<HTMLDivElement>(null);
  const handleUnblock = (id: string) => {
    unblock(id, new Date());
    // the button goes with its row: the focus stays with the list
    box.current?.focus();
  };
  return (
    <div ref={box} tabIndex={-1}>
      {blocked.length === 0 ? (
        <p className="text-body text-muted">You have not blocked anybody.</p>
      ) : (
        <ul aria-label="Blocked people" className="divide-y divide-line">
          {blocked.map(({ _id, userName, fullName }) => (
            <li key={_id} className="flex items-center gap-3 py-2">
              <Avatar id={_id} name={fullName || userName} size={36} />
              <a href={paths.profile.getHref(userName)} className="min-w-0 flex-1 hover:underline">
                <span dir="auto" className="block truncate font-semibold">
                  {fullName || userName}
                </span>
                <span className="block truncate text-meta text-muted">@{userName}</span>
              </a>
              <Button
                variant="outline"
                size="sm"
                aria-label={`Unblock @${userName}`}
                onClick={() => handleUnblock(_id)}
              >
                Unblock
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
