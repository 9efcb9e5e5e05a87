import type { CurrentUser } from '@social-feed/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { patchBoard, patchPerson } from '../../../cache/patch-person';
import { Skeleton } from '../../../components/ui/skeleton';
import { ownBoardQuery } from '../api/own-profile';
import { LoadFailed } from './listing';
import { ProfileForm } from './profile-form';
import { ProfilePictures } from './profile-pictures';

interface ProfileEditorProps {
  user: CurrentUser;
  /** The session's own record changed. */
  onUser: (user: CurrentUser) => void;
}

/** The own profile, to be changed. What is new shows at once wherever it stands. */
export const ProfileEditor = ({ user, onUser }: ProfileEditorProps) => {
  const client = useQueryClient();
  const own = ownBoardQuery(user._id);
  const query = useQuery(own);
  const { data: board, error } = query;
  if (!board && error) return <LoadFailed query={query} />;
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
      client.setQueryData(own.queryKey, changed);
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
