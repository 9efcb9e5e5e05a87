import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { AccountLayout } from '../../components/layouts/account-layout';
import { SocialButtons } from '../../features/oauth/social-buttons';
import { LoginForm } from '../../features/session/components/login-form';
import { startSocialLogin } from '../../features/session/stores/sign-in';
import { SESSION_OVER, useSessionStore } from '../../features/session/stores/session-store';
import { Showcase, SiteFooter } from '../../features/showcase/lazy-parts';
import { buttonClass } from '../../components/ui/button';
import { paths } from '../../config/paths';
import { returnPathOf } from '../../lib/return-to';
import { setVisitorMode, visitorPath } from '../../lib/visitor-mode';
import { SignedInAway } from '../guards';
import { accountAddress, useAccountEntry } from './use-account-entry';

/** Between the message of success and leaving, in ms (A §9). */
const SOCIAL_REDIRECT_DELAY_MS = 1500;

/** Whether an address is one of a post, which everybody may read. */
const isPostAddress = (path: string): boolean => /^\/(p|[^/]+\/status)\/[0-9a-f]{24}(\/|\?|#|$)/i.test(path);

/** /i/account/login and /login (A §2.2). */
export const LoginRoute = () => {
  const location = useLocation();
  const navigate = useNavigate();
  const { notice, socialSuccess } = useAccountEntry('login');
  // what was said where it ended, or that it did
  const lost = useSessionStore((state) => (state.lostInPlace ? (state.lossNotice ?? SESSION_OVER) : null));
  const [busy, setBusy] = useState(false);
  const target = returnPathOf(location.state);

  useEffect(() => {
    if (!socialSuccess) return;
    // a provider's page led here, so that the session check was left out (A §4.1)
    if (!useSessionStore.getState().isAuthenticated) void useSessionStore.getState().verify();
    const timer = setTimeout(
      () => void navigate(paths.home.getHref(), { replace: true }),
      SOCIAL_REDIRECT_DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, [socialSuccess, navigate]);

  const handleBrowse = (): void => {
    setVisitorMode(true);
    void navigate(visitorPath(target), { replace: true });
  };

  const browse = (label: string, className: string) => (
    <button type="button" onClick={handleBrowse} className={buttonClass({ variant: 'soft', className })}>
      {label}
    </button>
  );
  // a link to a post leads whoever has no account to that post, not to a form alone
  const reads = isPostAddress(target);

  return (
    <AccountLayout
      lead={reads ? browse('Read without an account', 'mt-2 w-full') : null}
      title="Sign In"
      tagline="Welcome back to your social universe"
      aside={<Showcase />}
      pageFooter={<SiteFooter />}
      footer={
        <>
          <p>
            <span>Don&apos;t have an account?</span>{' '}
            <Link
              to={paths.signup.getHref()}
              state={location.state as unknown}
              className="font-semibold text-accent-text hover:underline"
            >
              Create one now
            </Link>
          </p>
          {reads ? null : browse('Browse without an account', 'mt-5 w-full')}
        </>
      }
    >
      <SignedInAway hold={busy || socialSuccess} />
      <LoginForm
        notice={notice ?? (lost === null ? null : { tone: 'error', text: lost })}
        onSuccess={() => void navigate(target, { replace: true })}
        onBusyChange={setBusy}
      />
      <SocialButtons
        page="login"
        address={accountAddress('login', location.state)}
        onStart={startSocialLogin}
      />
    </AccountLayout>
  );
};
