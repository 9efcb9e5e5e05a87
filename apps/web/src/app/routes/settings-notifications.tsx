import type { CurrentUser } from '@social-feed/contracts';
import {
  DigestChoice,
  NotificationSwitches,
  TodayMailChoice,
} from '../../features/identity/account-settings/components/notification-choices';
import { SettingsSection } from '../../features/identity/account-settings/components/section';

/** Which notifications the account receives. */
export const NotificationSettings = ({ user }: { user: CurrentUser }) => (
  <>
    <SettingsSection card="kinds">
      <NotificationSwitches viewerId={user._id} />
    </SettingsSection>
    <SettingsSection card="digest">
      <DigestChoice viewerId={user._id} />
    </SettingsSection>
    <SettingsSection card="hand">
      <TodayMailChoice viewerId={user._id} />
    </SettingsSection>
  </>
);
