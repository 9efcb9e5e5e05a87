import type { CurrentUser } from '@social-feed/contracts';
import { Link } from 'react-router-dom';
import { buttonClass } from '../../components/ui/button';
import { paths } from '../../config/paths';
import { ProfileEditor } from '../../features/account-settings/components/profile-editor';
import { SettingsSection } from '../../features/account-settings/components/section';
import { useSessionStore } from '../../features/session/stores/session-store';
import { useOwnAccount } from './use-own-account';

/** Unless they signed out, or somebody else in, before the answer came. */
const keepUser = (currentUser: CurrentUser): void => {
  useSessionStore.setState((now) => (now.currentUser?._id === currentUser._id ? { currentUser } : now));
};

/** What others see of the own account. */
export const ProfileSettings = () => {
  const user = useOwnAccount();
  if (!user) return null;
  return (
    <SettingsSection
      title="Profile"
      text="What others see of you."
      action={
        <Link
          to={paths.profile.getHref(user.userName)}
          className={buttonClass({ variant: 'soft', size: 'sm' })}
        >
          View profile
        </Link>
      }
    >
      <ProfileEditor user={user} onUser={keepUser} />
    </SettingsSection>
  );
};
