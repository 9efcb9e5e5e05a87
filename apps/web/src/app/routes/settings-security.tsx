import { ChangePassword, SessionList, SettingsSection, TokenList } from '../../features/account-settings';

/** Password, devices and personal API tokens (design §4, Settings). */
export const SecuritySettings = () => (
  <>
    <SettingsSection title="Password" text="Changing it signs out your other devices.">
      <ChangePassword />
    </SettingsSection>
    <SettingsSection title="Devices" text="Where you are signed in.">
      <SessionList />
    </SettingsSection>
    <SettingsSection
      title="Personal API tokens"
      text="For programs that act in your name. Keep them like passwords."
    >
      <TokenList />
    </SettingsSection>
  </>
);
