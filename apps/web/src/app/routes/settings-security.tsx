import { t } from '@lingui/core/macro';
import type { CurrentUser } from '@social-feed/contracts';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { socialErrorMessage } from '../../features/identity/session/model/social-errors';
import { moderates } from '../../lib/moderates';
import { toast } from '../../lib/toast';
import { loadAnswers } from '../../lib/words/answers';
import { Button } from '../../components/ui/button';
import { paths } from '../../config/paths';
import { ChangePassword } from '../../features/identity/account-settings/components/change-password';
import { ConnectedAccounts } from '../../features/identity/account-settings/components/connected-accounts';
import { EmailAddress } from '../../features/identity/account-settings/components/email-address';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { SecurityLog } from '../../features/identity/account-settings/components/security-log';
import { SessionList } from '../../features/identity/account-settings/components/session-list';
import { SettingsSection } from '../../features/identity/account-settings/components/section';
import { SecondSteps } from '../../features/identity/account-settings/components/second-steps';
import { PageRows } from '../../features/identity/account-settings/components/settings-list';
import { pagesWithin } from '../../features/identity/account-settings/settings-list';
import { useLogout } from '../../features/identity/account-settings/use-logout';
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
    const [error, details] = [query.get('error'), query.get('details')];
    if (error !== null)
      void loadAnswers().then(() =>
        toast.error(socialErrorMessage('login', error, details), { id: TOAST_ID }),
      );
    else toast.success(t`The account is connected`, { id: TOAST_ID });
    for (const name of READ) query.delete(name);
    void navigate({ pathname, search: query.toString() }, { replace: true });
  }, [pathname, search, navigate]);
};

/** How the user signs in; what is rare is one step deeper. */
export const SecuritySettings = ({ user }: { user: CurrentUser }) => {
  const verify = useSessionStore((state) => state.verify);
  const { leaving, logout } = useLogout();
  return (
    <>
      <SettingsSection card="email">
        <EmailAddress onConfirmed={() => void verify()} />
      </SettingsSection>
      <SettingsSection card="factors">
        <SecondSteps />
      </SettingsSection>
      <div className="p-1">
        <PageRows pages={pagesWithin('security')} />
      </div>
      <SettingsSection card="session" text={<bdi>{`@${user.userName}`}</bdi>} beside>
        <Button variant="outline" busy={leaving} onClick={() => void logout()}>
          {leaving ? t`Logging out...` : t`Logout`}
        </Button>
      </SettingsSection>
    </>
  );
};

/** Another password, or a first one. */
export const PasswordSettings = () => (
  <SettingsSection card="password">
    <ChangePassword />
  </SettingsSection>
);

/** Accounts of other sites to sign in with; their pages lead back here. */
export const ConnectionSettings = () => {
  useConnectionReturn();
  return (
    <SettingsSection card="connections">
      <ConnectedAccounts address={paths.settings.getHref('connections')} />
    </SettingsSection>
  );
};

/** Where the user is signed in. */
export const DeviceSettings = () => (
  <SettingsSection card="devices">
    <SessionList />
  </SettingsSection>
);

/** Tokens for programs that act for the user. */
export const TokenSettings = ({ user }: { user: CurrentUser }) => (
  <SettingsSection card="tokens">
    <TokenList forStaff={moderates(user)} />
  </SettingsSection>
);

/** What happened to the account. */
export const ActivitySettings = () => (
  <SettingsSection card="activity">
    <SecurityLog />
  </SettingsSection>
);
