import type { CurrentUser } from '@social-feed/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { patchBoard, patchPerson } from '../../../cache/patch-person';
import { Button } from '../../../components/ui/button';
import { Skeleton } from '../../../components/ui/skeleton';
import { messageOf } from '../../../lib/api-error';
import { ownBoardQuery } from '../api/own-profile';
import { ProfileForm } from './profile-form';
import { ProfilePictures } from './profile-pictures';

interface ProfileEditorProps {
  user: CurrentUser;
  /** The session's own record changed. */
  onUser: (user: CurrentUser) => void;
}

/** The own profile, to be changed (design §4, Own-profile editing). What is new shows at once wherever it stands. */
export const ProfileEditor = ({ user, onUser }: ProfileEditorProps) => {
  const client = useQueryClient();
  const query = ownBoardQuery(user._id);
  const { data: board, error, refetch } = useQuery(query);
  if (!board && error)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-danger">
        <span className="min-w-0 flex-1">{messageOf(error)}</span>
        <Button variant="outline" size="sm" onClick={() => void refetch()}>
          Try Again
        </Button>
      </div>
    );
  if (!board)
    return (
      <div role="status" aria-label="Loading your profile" className="flex flex-col gap-5">
        <Skeleton className="aspect-[3] rounded-media" />
        <Skeleton className="h-12 rounded-media" />
        <Skeleton className="h-30 rounded-media" />
      </div>
    );
  const parts = {
    user,
    board,
    onUser: (changed: CurrentUser): void => {
      patchPerson(client, changed);
      onUser(changed);
    },
    onBoard: (changed: typeof board): void => {
      client.setQueryData(query.queryKey, changed);
      patchBoard(client, changed);
    },
  };
  return (
    <>
      <ProfilePictures {...parts} />
      <ProfileForm {...parts} />
    </>
  );
};
