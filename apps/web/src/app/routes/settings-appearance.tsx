import { ThemeSwitch } from '../../components/ui/theme-switch';
import { SettingsSection } from '../../features/account-settings';
import { BlockedList } from '../../features/account-settings/components/blocked-list';
import { AutoplaySwitch, MotionSwitch } from '../../features/account-settings/components/playback';

/** How the app looks and moves in this browser, and whom it leaves out (design §4, Settings). */
export const AppearanceSettings = () => (
  <>
    <SettingsSection title="Theme" text="How Social Feed looks in this browser.">
      <div className="max-w-sm">
        <ThemeSwitch />
      </div>
    </SettingsSection>
    <SettingsSection title="Motion" text="Reduced leaves out everything that glides or bounces.">
      <div className="max-w-sm">
        <MotionSwitch />
      </div>
    </SettingsSection>
    <SettingsSection title="Videos" text="They stop when they are out of sight.">
      <AutoplaySwitch />
    </SettingsSection>
    <SettingsSection title="Blocked" text="Their posts and comments stay out of your lists in this browser.">
      <BlockedList />
    </SettingsSection>
  </>
);
