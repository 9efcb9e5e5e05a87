import {
  PreferenceChoice,
  PreferenceSwitch,
} from '../../features/identity/account-settings/components/preference';
import { SettingsSection } from '../../features/identity/account-settings/components/section';
import { SHORTCUTS } from '../../features/content/post/dialogs/shortcuts';
import { LanguageChoice } from '../../components/ui/language-choice';
import { useInstanceName } from '../../lib/instance-store';
import { LANGUAGES } from '../../lib/words/choose';

const THEMES = { system: 'System', light: 'Light', dark: 'Dark' };
const MOTIONS = { system: 'System', reduced: 'Reduced' };

const LETTERS = new Intl.ListFormat('en-GB').format(Object.keys(SHORTCUTS));

/** Look, motion and keys, stored in this browser. */
export const AppearanceSettings = () => (
  <>
    {LANGUAGES.length > 1 ? (
      <SettingsSection card="language">
        <LanguageChoice className="max-w-sm" />
      </SettingsSection>
    ) : null}
    <PreferenceChoice
      card="theme"
      name="theme"
      options={THEMES}
      text={`How ${useInstanceName()} looks in this browser.`}
    />
    <PreferenceChoice card="motion" name="motion" options={MOTIONS} />
    <PreferenceSwitch card="counts" name="hideCounts" />
    <PreferenceSwitch card="keyboard" name="shortcuts" label={`Single letters act on posts: ${LETTERS}`} />
  </>
);
