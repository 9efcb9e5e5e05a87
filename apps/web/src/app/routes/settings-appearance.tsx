import { ThemeSwitch } from '../../components/ui/theme-switch';
import { SettingsSection } from '../../features/account-settings';

/** How the app looks and moves in this browser (design §4, Settings). */
export const AppearanceSettings = () => (
  <SettingsSection title="Theme" text="How Social Feed looks in this browser.">
    <div className="max-w-sm">
      <ThemeSwitch />
    </div>
  </SettingsSection>
);
