import { HAND } from '@social-feed/contracts';
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
    <SettingsSection title="Tell me about" text="Kinds that are switched off are not listed and show no dot.">
      <NotificationSwitches viewerId={user._id} />
    </SettingsSection>
    <SettingsSection
      title="By mail"
      text="What you have not read, at your e-mail address once it is confirmed. Nothing is sent where nothing is new."
    >
      <DigestChoice viewerId={user._id} />
    </SettingsSection>
    <SettingsSection
      title="Today's hand by mail"
      text={`${HAND.posts} posts of the day, the same for everybody, at your e-mail address once it is confirmed.`}
    >
      <TodayMailChoice viewerId={user._id} />
    </SettingsSection>
  </>
);
