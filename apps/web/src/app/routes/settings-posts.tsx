import type { CurrentUser } from '@social-feed/contracts';
import { CommentDefaults } from '../../features/identity/account-settings/components/comment-defaults';
import { OldPosts } from '../../features/identity/account-settings/components/old-posts';
import { SettingsSection, SettingsSwitch } from '../../features/identity/account-settings/components/section';
import { remindsOfAlt, setPreference, usePreferences } from '../../lib/preferences';

/** What holds for the user's own posts. */
export const PostSettings = ({ user }: { user: CurrentUser }) => (
  <>
    <SettingsSection card="comments">
      <CommentDefaults viewerId={user._id} />
    </SettingsSection>
    <SettingsSection card="old">
      <OldPosts viewerId={user._id} />
    </SettingsSection>
    <SettingsSwitch
      card="alt"
      isOn={usePreferences(remindsOfAlt)}
      onChange={(isOn) => setPreference('alt-reminder', isOn ? 'true' : 'false')}
    />
  </>
);
