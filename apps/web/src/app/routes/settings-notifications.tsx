import { SettingsSection } from '../../features/account-settings/components/section';
import { NotificationSwitches } from '../../features/account-settings/components/notification-switches';
import { useOwnAccount } from '../../lib/viewer';

/** What the account is told of. */
export const NotificationSettings = () => {
  const account = useOwnAccount();
  return account ? (
    <SettingsSection title="Tell me about" text="What is switched off is not listed and shows no dot.">
      <NotificationSwitches viewerId={account._id} />
    </SettingsSection>
  ) : null;
};
