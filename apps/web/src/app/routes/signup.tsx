import { t } from '@lingui/core/macro';
import type { OAuthError } from '@social-feed/contracts';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { AccountLayout } from '../../components/layouts/account-layout';
import { SocialButtons } from '../../features/identity/oauth/social-buttons';
import { EntranceForm } from '../../features/identity/session/entrance/entrance-form';
import { startSocialLogin } from '../../features/identity/session/stores/sign-in';
import { SAMPLES } from '../../features/community/showcase/model/samples';
import { Scene } from '../../features/community/showcase/lazy-parts';
import { ShownPictures } from '../../features/community/showcase/shown-pictures';
import { paths } from '../../config/paths';
import { useKnownInstance } from '../../lib/instance-store';
import { SignedInAway } from '../guards';
import { accountAddress, useAccountEntry } from './use-account-entry';

/** The provider's sign-in sent an application, or one waits already. */
const APPLIED: OAuthError = 'oauth_registration_pending';

const Band = () => (
  <div className="h-full min-h-[min(7.5rem,20dvh)]">
    <img src={SAMPLES[0].image} alt="" className="absolute inset-0 size-full object-cover" />
  </div>
);

/** /i/account/signup (A §2.3). */
export const SignupRoute = () => {
  const location = useLocation();
  const navigate = useNavigate();
  const { notice } = useAccountEntry('signup');
  // read once: the parameter leaves the address
  const [applied] = useState(() => new URLSearchParams(location.search).get('error') === APPLIED);
  const isInvited = new URLSearchParams(location.search).has('invite');
  const [busy, setBusy] = useState(false);
  const hasRules = (useKnownInstance()?.rules ?? []).length > 0;
  return (
    <AccountLayout
      title={t`Create your account`}
      tagline={t`Your gateway to endless possibilities`}
      // who invites comes first
      band={isInvited ? undefined : <Band />}
      aside={<Scene />}
    >
      <SignedInAway hold={busy} />
      <EntranceForm
        search={location.search}
        notice={notice}
        applied={applied}
        pictures={<ShownPictures />}
        footer={
          <p>
            <span>{t`Already have an account?`}</span>{' '}
            <Link
              // the query may name an invitation, and that page leads back here
              to={paths.login.getHref() + location.search}
              state={location.state as unknown}
              className="font-semibold text-accent-text hover:underline"
            >
              {t`Sign in`}
            </Link>
          </p>
        }
        onBusyChange={setBusy}
        onSuccess={() => void navigate(paths.home.getHref(), { replace: true })}
      >
        {(entry) => (
          <>
            <SocialButtons
              page="signup"
              address={accountAddress('signup', location.state, location.search)}
              entry={entry}
              onStart={startSocialLogin}
            />
            {hasRules ? (
              <p className="mt-3 text-meta text-muted">
                {t`A new account by one of these means that you agree to the rules above.`}
              </p>
            ) : null}
          </>
        )}
      </EntranceForm>
    </AccountLayout>
  );
};
