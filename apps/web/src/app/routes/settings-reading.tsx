import { t } from '@lingui/core/macro';
import type { CurrentUser } from '@social-feed/contracts';
import {
  PreferenceChoice,
  PreferenceSwitch,
} from '../../features/identity/account-settings/components/preference';
import { ReadLanguages } from '../../features/identity/account-settings/components/read-languages';
import { SettingsSection } from '../../features/identity/account-settings/components/section';

const RESTS = { 20: '20', 50: '50', 100: '100', off: t({ message: 'Off', comment: 'No rest.' }) };
const SAVERS = {
  system: t({ message: 'System', comment: 'As the device is set.' }),
  on: t({ message: 'On', comment: 'Data saver.' }),
};
const SENSITIVE = {
  show: t({ message: 'Show', comment: 'Sensitive pictures.' }),
  blur: t({ message: 'Blur', comment: 'Sensitive pictures.' }),
  hide: t({ message: 'Hide', comment: 'Sensitive pictures.' }),
};

/** What of the posts shows. All but the languages is stored in this browser. */
export const ReadingSettings = ({ user }: { user: CurrentUser }) => (
  <>
    <SettingsSection card="languages">
      <ReadLanguages viewerId={user._id} />
    </SettingsSection>
    <PreferenceChoice card="rest" name="rest" options={RESTS} />
    <PreferenceChoice card="sensitive" name="sensitive" options={SENSITIVE} />
    <PreferenceSwitch card="videos" name="autoplay" />
    <PreferenceChoice card="saver" name="dataSaver" options={SAVERS} />
  </>
);
