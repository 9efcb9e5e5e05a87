import { useMemo, useState } from 'react';
import { Avatar } from '../../../components/ui/avatar';
import { Button } from '../../../components/ui/button';
import { Dialog } from '../../../components/ui/dialog';
import type { FollowList } from './profile-header';

interface FollowListDialogProps {
  list: FollowList;
  /** How many the profile counts. */
  count: number;
  onClose: () => void;
}

/** Rows drawn at once: a list of a million is not put into the document whole. */
const STEP = 50;

const TITLES: Record<FollowList, string> = { followers: 'Followers', following: 'Following' };

/** Placeholder users as many as the profile counts, not real people (A §2.9). */
export const FollowListDialog = ({ list, count, onClose }: FollowListDialogProps) => {
  const [shown, setShown] = useState(STEP);
  const rows = useMemo(
    () => Array.from({ length: Math.min(count, shown) }, (_unused, index) => index + 1),
    [count, shown],
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={TITLES[list]}
      readOnly={count > 0}
      {...(count > 0 ? { description: 'Placeholders stand here until follow lists open.' } : {})}
    >
      {count === 0 ? (
        <p className="py-6 text-center text-muted">
          {list === 'followers' ? 'No followers yet' : 'Not following anyone yet'}
        </p>
      ) : (
        <ul className="flex flex-col">
          {rows.map((number) => (
            <li key={number} className="flex items-center gap-3 py-2">
              <Avatar id={`${list}-${number}`} name={`User ${number}`} size={40} />
              <div className="min-w-0 leading-tight">
                <p className="truncate font-semibold">User {number}</p>
                <p className="truncate text-meta text-muted">@user{number}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {shown < count ? (
        <div className="mt-3 grid">
          <Button variant="soft" onClick={() => setShown(shown + STEP)}>
            Show more
          </Button>
        </div>
      ) : null}
    </Dialog>
  );
};
