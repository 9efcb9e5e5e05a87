import type { CurrentUser } from '@social-feed/contracts';
import { Link } from 'react-router-dom';
import { buttonClass } from '../../components/ui/button-class';
import { Card } from '../../components/ui/card';
import { paths } from '../../config/paths';
import { ProfileEditor } from '../../features/account-settings';
import { useSessionStore } from '../../features/session';
import { useOwnAccount } from './use-own-account';

/** Unless they signed out, or somebody else in, before the answer came. */
const keepUser = (currentUser: CurrentUser): void => {
  useSessionStore.setState((now) => (now.currentUser?._id === currentUser._id ? { currentUser } : now));
};

/** What others see of the own account (design §4, Settings). */
export const ProfileSettings = () => {
  const user = useOwnAccount();
  if (!user) return null;
  return (
    <Card as="section" className="p-4 md:p-5" aria-label="Profile">
      <div className="mb-4 flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-title font-semibold">Profile</h2>
          <p className="mt-0.5 text-muted">What others see of you.</p>
        </div>
        <Link
          to={paths.profile.getHref(user.userName)}
          className={buttonClass({ variant: 'soft', size: 'sm' })}
        >
          View profile
        </Link>
      </div>
      <ProfileEditor user={user} onUser={keepUser} />
    </Card>
  );
};
