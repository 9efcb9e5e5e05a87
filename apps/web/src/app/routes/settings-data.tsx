import { t } from '@lingui/core/macro';
import type { CurrentUser } from '@social-feed/contracts';
import { DataExport } from '../../features/identity/account-settings/components/data-export';
import { DeleteAccount } from '../../features/identity/account-settings/components/delete-account';
import { SettingsSection } from '../../features/identity/account-settings/components/section';
import { useLogout } from '../../features/identity/account-settings/use-logout';
import { toast } from '../../lib/toast';

/** A copy of what the user added, and the end of the account. */
export const DataSettings = ({ user }: { user: CurrentUser }) => {
  const { logout } = useLogout();
  const handleDeleted = async (): Promise<void> => {
    toast.success(t`Your account was deleted`);
    await logout();
  };
  return (
    <>
      <SettingsSection card="export">
        <DataExport />
      </SettingsSection>
      <SettingsSection card="delete">
        <DeleteAccount userName={user.userName} onDeleted={() => void handleDeleted()} />
      </SettingsSection>
    </>
  );
};
