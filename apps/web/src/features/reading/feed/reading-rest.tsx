import { Segmented } from '../../../components/ui/segmented';
import { setPreference, usePreferences } from '../../../lib/preferences';
import { SettingsSection } from '../../identity/account-settings/components/section';

const RESTS = { 20: '20', 50: '50', 100: '100', off: 'Off' };

/** A section of the settings: after how many posts this browser offers a rest. */
export const ReadingRest = () => (
  <SettingsSection title="Rest" text="After so many posts the feed offers a rest. Off unless you choose it.">
    <div className="max-w-sm">
      <Segmented
        label="Rest after so many posts"
        options={RESTS}
        value={usePreferences((state) => state.rest)}
        onChange={(rest) => setPreference('rest', rest)}
      />
    </div>
  </SettingsSection>
);
