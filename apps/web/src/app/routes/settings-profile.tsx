import { Link } from 'react-router-dom';
import { Avatar } from '../../components/ui/avatar';
import { buttonClass } from '../../components/ui/button-class';
import { paths } from '../../config/paths';
import { SettingsSection } from '../../features/account-settings';
import { useViewer } from '../../lib/viewer';

/** What others see of the own account (design §4, Settings). */
export const ProfileSettings = () => {
  const { user } = useViewer();
  if (!user) return null;
  return (
    <SettingsSection title="Profile" text="What others see of you.">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar id={user._id} name={user.fullName} src={user.profilepic} size={56} />
        <div className="min-w-0 flex-1 basis-40">
          <p className="truncate font-semibold" dir="auto">
            {user.fullName}
          </p>
          <p className="truncate text-meta text-muted">@{user.userName}</p>
        </div>
        <Link to={paths.profile.getHref(user.userName)} className={buttonClass({ variant: 'soft' })}>
          View profile
        </Link>
      </div>
    </SettingsSection>
  );
};
