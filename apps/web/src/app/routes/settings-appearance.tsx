import { Segmented } from '../../components/ui/segmented';
import { Checkbox } from '../../components/ui/checkbox';
import { setPreference, usePreferences, type Preferences } from '../../lib/preferences';
import { SettingsSection } from '../../features/identity/account-settings/components/section';
import { SHORTCUTS } from '../../features/content/post/dialogs/shortcuts';
import { useInstanceName } from '../../lib/instance-store';

const THEMES = { system: 'System', light: 'Light', dark: 'Dark' };
const MOTIONS = { system: 'System', reduced: 'Reduced' };
const SAVERS = { system: 'System', on: 'On' };
const SENSITIVE = { show: 'Show', blur: 'Blur', hide: 'Hide' };

const LETTERS = new Intl.ListFormat('en-GB').format(Object.keys(SHORTCUTS));

type Chosen = 'theme' | 'motion' | 'dataSaver' | 'sensitive';

interface ChoiceProps<N extends Chosen> {
  name: N;
  label: string;
  options: Readonly<Record<Preferences[N], string>>;
}

/** A choice of one option. */
const Choice = <N extends Chosen>({ name, label, options }: ChoiceProps<N>) => (
  <div className="max-w-sm">
    <Segmented
      label={label}
      options={options}
      value={usePreferences((state) => state[name])}
      onChange={(value) => setPreference(name, value)}
    />
  </div>
);

const Switch = ({ name, label }: { name: 'autoplay' | 'hideCounts' | 'shortcuts'; label: string }) => (
  <Checkbox
    label={label}
    checked={usePreferences((state) => state[name] === 'on')}
    onChange={(event) => setPreference(name, event.target.checked ? 'on' : 'off')}
  />
);

/** Look, motion and keys, stored in this browser. */
export const AppearanceSettings = () => (
  <>
    <SettingsSection title="Theme" text={`How ${useInstanceName()} looks in this browser.`}>
      <Choice name="theme" label="Theme" options={THEMES} />
    </SettingsSection>
    <SettingsSection title="Motion" text="Reduced turns animations off.">
      <Choice name="motion" label="Motion" options={MOTIONS} />
    </SettingsSection>
    <SettingsSection title="Videos" text="They stop when they are out of sight.">
      <Switch name="autoplay" label="Play videos automatically, without sound" />
    </SettingsSection>
    <SettingsSection
      title="Sensitive pictures"
      text="Pictures and videos that their authors mark as sensitive."
    >
      <Choice name="sensitive" label="Sensitive pictures" options={SENSITIVE} />
    </SettingsSection>
    <SettingsSection
      title="Data saver"
      text="On asks for small pictures, and for no video until you play it. System does what the browser asks for."
    >
      <Choice name="dataSaver" label="Data saver" options={SAVERS} />
    </SettingsSection>
    <SettingsSection title="Counts" text="Counts and analytics of profiles are hidden as well.">
      <Switch name="hideCounts" label="Hide how many like, comment, share, save and view" />
    </SettingsSection>
    <SettingsSection title="Keyboard" text="Page Up, Page Down and Esc work either way.">
      <Switch name="shortcuts" label={`Single letters act on posts: ${LETTERS}`} />
    </SettingsSection>
  </>
);
