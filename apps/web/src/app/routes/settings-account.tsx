import type { CurrentUser } from '@social-feed/contracts';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useWaitingCases } from '../../cache/unread-store';
import { Button, buttonClass } from '../../components/ui/button';
import { paths } from '../../config/paths';
import { DataExport } from '../../features/identity/account-settings/components/data-export';
import { DeleteAccount } from '../../features/identity/account-settings/components/delete-account';
import { Invitations } from '../../features/identity/account-settings/components/invitation-list';
import { SettingsSection } from '../../features/identity/account-settings/components/section';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { moderates } from '../../lib/moderates';
import { toast } from '../../lib/toast';

const saysWaiting = (waiting: number | undefined): string => {
  if (waiting === undefined) return 'Reports come here for a decision.';
  if (waiting === 0) return 'Nothing waits for your decision.';
  return waiting === 1 ? 'One case waits for your decision.' : `${waiting} cases wait for your decision.`;
};

/** Signing out, exporting data, and deleting the account. */
export const AccountSettings = ({ user }: { user: CurrentUser }) => {
  const logout = useSessionStore((state) => state.logout);
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const waiting = useWaitingCases();
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
    <>
      <SettingsSection title="Signed in" text="Only you see your e-mail address.">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <dl className="min-w-0 flex-1 basis-60">
            <dt className="sr-only">E-mail</dt>
            <dd className="truncate font-medium">{user.email}</dd>
            <dt className="sr-only">Username</dt>
            <dd dir="ltr" className="w-fit max-w-full truncate text-meta text-muted">
              {`@${user.userName}`}
            </dd>
          </dl>
          <Button variant="outline" busy={leaving} onClick={() => void handleLogout()}>
            {leaving ? 'Logging out...' : 'Logout'}
          </Button>
        </div>
      </SettingsSection>
      {moderates(user) ? (
        <SettingsSection
          title="Moderation"
          text={`You are ${user.isAdmin ? 'an admin' : 'a moderator'}. ${saysWaiting(waiting)}`}
        >
          <Link to={paths.admin.getHref()} className={buttonClass({ variant: 'outline' })}>
            Open the reports
          </Link>
        </SettingsSection>
      ) : null}
      <Invitations />
      <SettingsSection title="Your data" text="Everything you added here, as one JSON file.">
        <DataExport />
      </SettingsSection>
      <SettingsSection
        title="Delete account"
        text="Your posts, comments and reactions go with it. This cannot be undone."
      >
        <DeleteAccount userName={user.userName} onDeleted={() => void handleDeleted()} />
      </SettingsSection>
    </>
  );
};
