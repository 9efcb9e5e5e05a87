import { paths } from '../../config/paths';
import {
  ChangePassword,
  ConnectedAccounts,
  SessionList,
  SettingsSection,
  TokenList,
} from '../../features/account-settings';
import { useConnectionReturn } from './use-connection-return';

/** Password, connected accounts, devices and personal API tokens (design §4, Settings). */
export const SecuritySettings = () => {
  useConnectionReturn();
  return (
    <>
      <SettingsSection title="Password" text="Changing it signs out your other devices.">
        <ChangePassword />
      </SettingsSection>
      <SettingsSection title="Connected accounts" text="Accounts elsewhere that sign you in here.">
        <ConnectedAccounts address={paths.settings.getHref('security')} />
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
};
