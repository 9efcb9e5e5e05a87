import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { socialErrorMessage } from '../../features/identity/session/model/social-errors';
import { moderates } from '../../lib/moderates';
import { toast } from '../../lib/toast';
import { paths } from '../../config/paths';
import { ChangePassword } from '../../features/identity/account-settings/components/change-password';
import { ConnectedAccounts } from '../../features/identity/account-settings/components/connected-accounts';
import { EmailAddress } from '../../features/identity/account-settings/components/email-address';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { SecurityLog } from '../../features/identity/account-settings/components/security-log';
import { SessionList } from '../../features/identity/account-settings/components/session-list';
import { SettingsSection } from '../../features/identity/account-settings/components/section';
import { SecondSteps } from '../../features/identity/account-settings/components/second-steps';
import { TokenList } from '../../features/identity/account-settings/components/token-list';

const READ = ['oauth_success', 'error', 'details'];
/** A fixed id: one toast for any number of renders. */
const TOAST_ID = 'connection-return';

/** Shows the result of connecting a provider account, read from the address, and removes it from there. */
const useConnectionReturn = (): void => {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const query = new URLSearchParams(search);
    if (!READ.some((name) => query.has(name))) return;
    const error = query.get('error');
    if (error !== null)
      toast.error(socialErrorMessage('login', error, query.get('details')), { id: TOAST_ID });
    else toast.success('The account is connected', { id: TOAST_ID });
    for (const name of READ) query.delete(name);
    void navigate({ pathname, search: query.toString() }, { replace: true });
  }, [pathname, search, navigate]);
};

/** E-mail address, password, second steps, connected accounts, devices, API tokens and recent activity. */
export const SecuritySettings = () => {
  useConnectionReturn();
  const verify = useSessionStore((state) => state.verify);
  const user = useSessionStore((state) => state.currentUser);
  return (
    <>
      <SettingsSection title="E-mail" text="Only you see it. Codes and warnings go there.">
        <EmailAddress onConfirmed={() => void verify()} />
      </SettingsSection>
      <SettingsSection title="Password" text="Changing it signs out your other devices.">
        <ChangePassword />
      </SettingsSection>
      <SettingsSection
        title="Second step"
        text="Signing in asks for it after the password or a connected account. A passkey also signs in alone."
      >
        <SecondSteps />
      </SettingsSection>
      <SettingsSection title="Connected accounts" text="Accounts on other sites that you can sign in with.">
        <ConnectedAccounts address={paths.settings.getHref('security')} />
      </SettingsSection>
      <SettingsSection title="Devices" text="Where you are signed in.">
        <SessionList />
      </SettingsSection>
      <SettingsSection
        title="Personal API tokens"
        text="For programs that act in your name. Keep them like passwords."
      >
        <TokenList forStaff={moderates(user)} />
      </SettingsSection>
      <SettingsSection
        title="Recent activity"
        text="Sign-ins and changes of the last 180 days. If one was not you, change your password."
      >
        <SecurityLog />
      </SettingsSection>
    </>
  );
};
