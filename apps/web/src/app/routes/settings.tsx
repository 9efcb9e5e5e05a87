import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Avatar } from '../../components/ui/avatar';
import { Button } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { ThemeSwitch } from '../../components/ui/theme-switch';
import { Page } from '../../components/layouts/page';
import { paths } from '../../config/paths';
import {
  ChangePassword,
  DataExport,
  DeleteAccount,
  SessionList,
  SettingsSection,
  TokenList,
} from '../../features/account-settings';
import { useSessionStore } from '../../features/session';
import { toast } from '../../lib/toast';
import { useViewer } from '../../lib/viewer';

/** Profile, appearance, security and data of the own account (design §4, Settings). */
export const SettingsRoute = () => {
  const { user } = useViewer();
  const logout = useSessionStore((state) => state.logout);
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const handleLogout = async (): Promise<void> => {
    setLeaving(true);
    await logout();
    await navigate(paths.login.getHref(), { replace: true });
  };
  const handleDeleted = async (): Promise<void> => {
    toast.success('Your account was deleted');
    await handleLogout();
  };
  return (
    <Page title="Settings">
      <div className="flex flex-col gap-4">
        {user ? (
          <SettingsSection title="Account" text="Only you see your e-mail address.">
            <div className="flex flex-wrap items-center gap-4">
              <Avatar id={user._id} name={user.fullName} src={user.profilepic} size={56} />
              <dl className="min-w-0 flex-1 basis-40">
                <dt className="sr-only">Name</dt>
                <dd className="truncate font-semibold" dir="auto">
                  {user.fullName}
                </dd>
                <dt className="sr-only">Username</dt>
                <dd className="truncate text-meta text-muted">@{user.userName}</dd>
                <dt className="sr-only">E-mail</dt>
                <dd className="truncate text-meta text-muted">{user.email}</dd>
              </dl>
              <div className="flex flex-wrap gap-2">
                <Link to={paths.profile.getHref(user.userName)} className={buttonClass({ variant: 'soft' })}>
                  View profile
                </Link>
                <Button variant="outline" busy={leaving} onClick={() => void handleLogout()}>
                  {leaving ? 'Logging out...' : 'Logout'}
                </Button>
              </div>
            </div>
          </SettingsSection>
        ) : null}
        <SettingsSection title="Appearance" text="How Social Feed looks in this browser.">
          <div className="max-w-sm">
            <ThemeSwitch />
          </div>
        </SettingsSection>
        {user ? (
          <>
            <SettingsSection title="Password" text="Changing it signs out your other devices.">
              <ChangePassword />
            </SettingsSection>
            <SettingsSection title="Devices" text="Where you are signed in.">
              <SessionList />
            </SettingsSection>
            <SettingsSection
              title="Personal API tokens"
              text="For programs that act in your name. Keep them like passwords."
            >
              <TokenList />
            </SettingsSection>
            <SettingsSection title="Your data" text="Everything that you put here, as one JSON file.">
              <DataExport />
            </SettingsSection>
            <SettingsSection
              title="Delete account"
              text="Your posts, comments and reactions go with it. This cannot be undone."
            >
              <DeleteAccount userName={user.userName} onDeleted={() => void handleDeleted()} />
            </SettingsSection>
          </>
        ) : null}
      </div>
    </Page>
  );
};
