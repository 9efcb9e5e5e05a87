import { t } from '@lingui/core/macro';
import type { Board, CurrentUser } from '@social-feed/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { keys } from '../../cache/keys';
import { patchBoard, patchPerson } from '../../cache/patch-person';
import { buttonClass } from '../../components/ui/button';
import { Skeleton } from '../../components/ui/skeleton';
import { paths } from '../../config/paths';
import { Loaded } from '../../features/identity/account-settings/components/listing';
import { ProfileForm } from '../../features/identity/account-settings/components/profile-form';
import { ProfilePictures } from '../../features/identity/account-settings/components/profile-pictures';
import { SettingsSection } from '../../features/identity/account-settings/components/section';
import { useSetting } from '../../features/identity/account-settings/own-account';
import { api } from '../../lib/api-client';
import { useSessionStore } from '../../features/identity/session/stores/session-store';

/** The form for the user's own profile. Changes show at once wherever the profile appears. */
const ProfileEditor = ({ user }: { user: CurrentUser }) => {
  const client = useQueryClient();
  const query = useSetting(
    'board',
    (options) => api.call('getBoardOfUser', { params: { userId: user._id }, ...options }),
    user._id,
  );
  const loading = (
    <div role="status" aria-label={t`Loading your profile`} className="flex flex-col gap-5">
      <Skeleton className="aspect-[3] rounded-media" />
      <Skeleton className="h-12 rounded-media" />
      <Skeleton className="h-30 rounded-media" />
    </div>
  );
  const parts = {
    user,
    onUser: (currentUser: CurrentUser): void => {
      patchPerson(client, currentUser);
      // skip if the user signed out, or another signed in, before the response arrived
      useSessionStore.setState((now) => (now.currentUser?._id === currentUser._id ? { currentUser } : now));
    },
    onBoard: (changed: Board): void => {
      client.setQueryData(keys.settings('board', user._id), changed);
      patchBoard(client, changed);
    },
  };
  return (
    <Loaded query={query} loading={loading}>
      {(board) => (
        <>
          <ProfilePictures {...parts} board={board} />
          <ProfileForm {...parts} board={board} />
        </>
      )}
    </Loaded>
  );
};

/** What other users see of the account. */
export const ProfileSettings = ({ user }: { user: CurrentUser }) => (
  <SettingsSection
    card="profile"
    action={
      <Link
        to={paths.profile.getHref(user.userName)}
        className={buttonClass({ variant: 'soft', size: 'sm' })}
      >
        {t`View profile`}
      </Link>
    }
  >
    <ProfileEditor user={user} />
  </SettingsSection>
);
