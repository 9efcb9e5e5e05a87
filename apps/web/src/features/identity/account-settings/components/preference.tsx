import { Segmented } from '../../../../components/ui/segmented';
import { setPreference, usePreferences, type Preferences } from '../../../../lib/preferences';
import { cardOf, type CardId } from '../settings-list';
import { SettingsSection, SettingsSwitch } from './section';

interface ChoiceProps<N extends keyof Preferences> {
  card: CardId;
  name: N;
  options: Readonly<Record<Preferences[N], string>>;
  /** Instead of the card's own sentence. */
  text?: string;
}

/** A card for one of a few values of a preference of this browser. */
export const PreferenceChoice = <N extends keyof Preferences>({
  card,
  name,
  options,
  ...rest
}: ChoiceProps<N>) => (
  <SettingsSection card={card} beside {...rest}>
    <Segmented
      label={cardOf(card).title}
      options={options}
      value={usePreferences((state) => state[name])}
      onChange={(value) => setPreference(name, value)}
    />
  </SettingsSection>
);

interface SwitchProps {
  card: CardId;
  name: 'autoplay' | 'hideCounts' | 'shortcuts';
  label?: string;
}

/** A card for a preference of this browser that is on or off. */
export const PreferenceSwitch = ({ name, ...rest }: SwitchProps) => (
  <SettingsSwitch
    {...rest}
    isOn={usePreferences((state) => state[name] === 'on')}
    onChange={(isOn) => setPreference(name, isOn ? 'on' : 'off')}
  />
);
