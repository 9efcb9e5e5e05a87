import { t } from '@lingui/core/macro';
import { useLocation } from 'react-router-dom';
import { AccountLanguage } from '../../features/identity/account-settings/components/account-language';
import {
  PreferenceChoice,
  PreferenceSwitch,
} from '../../features/identity/account-settings/components/preference';
import { SettingsSection } from '../../features/identity/account-settings/components/section';
import { SHORTCUTS } from '../../features/content/post/dialogs/shortcuts';
import { useInstanceName } from '../../lib/instance-store';
import { TOUCH_ONLY, useMediaQuery } from '../../lib/use-media-query';
import { LANGUAGES } from '../../lib/words/choose';
import { allOf } from '../../lib/words/list';

const THEMES = {
  system: t({ message: 'System', comment: 'As the device is set.' }),
  light: t({ message: 'Light', comment: 'A theme.' }),
  dark: t({ message: 'Dark', comment: 'A theme.' }),
};
const MOTIONS = {
  system: t({ message: 'System', comment: 'As the device is set.' }),
  reduced: t({ message: 'Reduced', comment: 'Motion.' }),
};

const LETTERS = allOf(SHORTCUTS.flatMap(({ keys: [key = ''], run }) => (run ? [key] : [])));

/** Not offered where there is no keyboard, except to people who look for it, since one can be connected. */
const KeyboardCard = () => {
  const isHidden = useMediaQuery(TOUCH_ONLY);
  const { hash } = useLocation();
  if (isHidden && hash !== '#keyboard') return null;
  return (
    <PreferenceSwitch card="keyboard" name="shortcuts" label={t`Single letters act on posts: ${LETTERS}`} />
  );
};

/** Look, motion and keys, stored in this browser. */
export const AppearanceSettings = () => (
  <>
    {LANGUAGES.length > 1 ? (
      <SettingsSection card="language" beside>
        <AccountLanguage />
      </SettingsSection>
    ) : null}
    <PreferenceChoice
      card="theme"
      name="theme"
      options={THEMES}
      text={t`How ${useInstanceName()} looks in this browser.`}
    />
    <PreferenceChoice card="motion" name="motion" options={MOTIONS} />
    <PreferenceSwitch card="counts" name="hideCounts" />
    <KeyboardCard />
  </>
);
