import { t } from '@lingui/core/macro';
import { Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { Spinner } from '../../components/ui/spinner';
import { AccountLayout } from '../../components/layouts/account-layout';
import { SocialButtons } from '../../features/identity/oauth/social-buttons';
import { lazyPart } from '../../lib/lazy';
import { passkeysWork } from '../../lib/passkeys-work';
import { LoginForm } from '../../features/identity/session/components/login-form';
import { startSocialLogin } from '../../features/identity/session/stores/sign-in';
import { SESSION_OVER, useSessionStore } from '../../features/identity/session/stores/session-store';
import { LookAround, SharedCard } from '../../features/identity/session/components/visitor-card';
import { isSharedAddress } from '../../features/identity/session/model/shared-address';
import { Pictures, SiteFooter } from '../../features/community/showcase/lazy-parts';
import { paths } from '../../config/paths';
import { returnPathOf } from '../../lib/return-to';
import { visitorPath } from '../../features/identity/session/model/visitor-path';
import { setVisitorMode } from '../../lib/visitor-mode';
import { SignedInAway } from '../guards';
import { accountAddress, useAccountEntry } from './use-account-entry';

const PasskeySignIn = lazyPart(
  () => import('../../features/identity/session/components/passkey-sign-in'),
  'PasskeySignIn',
);
const NextStep = lazyPart(() => import('../../features/identity/session/components/next-step'), 'NextStep');

/** Delay between the success message and the redirect, in ms (A §9). */
const SOCIAL_REDIRECT_DELAY_MS = 1500;

/** Keeps the window's place, so that the form never waits for posts. */
const WindowBox = () => (
  <div className="grid h-full min-h-[min(14.75rem,30dvh)] bg-[oklch(0.2_0.04_275)]">
    <Suspense>
      <Pictures />
    </Suspense>
  </div>
);

/** /i/account/login and /login (A §2.2). */
export const LoginRoute = () => {
  const { state, search } = useLocation() as { state: unknown; search: string };
  const navigate = useNavigate();
  const { notice, socialSuccess, step: first } = useAccountEntry('login');
  const [step, setStep] = useState(first);
  const second = step === 'second_factor_required';
  // the reason the session was lost, or a general message
  const lost = useSessionStore((state) => (state.lostInPlace ? (state.lossNotice ?? SESSION_OVER) : null));
  const [busy, setBusy] = useState(false);
  const target = returnPathOf(state);

  useEffect(() => {
    if (!socialSuccess) return;
    // after a provider redirect the session check was skipped (A §4.1)
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

  // a visitor who followed a link to a post or a profile sees it, and can read it without signing in
  const ways = isSharedAddress(target)
    ? { before: <SharedCard address={target} onRead={handleBrowse} /> }
    : { band: <WindowBox />, onPicture: <LookAround onRead={handleBrowse} /> };

  return (
    <AccountLayout
      {...ways}
      title={second ? t`One more step` : step ? t`Answer this decision` : t`Sign In`}
      lead={second ? t`Confirm your sign-in with your second step.` : undefined}
      tagline={t`Welcome back to your social universe`}
      aside={<Pictures wide />}
      pageFooter={<SiteFooter />}
      bar={
        <p>
          <span>{t`Don't have an account?`}</span>{' '}
          <Link
            // the query may name an invitation
            to={paths.signup.getHref() + search}
            state={state}
            className="inline-flex min-h-11 items-center font-semibold text-accent-text hover:underline"
          >
            {t`Create one now`}
          </Link>
        </p>
      }
    >
      <SignedInAway hold={busy || socialSuccess} />
      {step ? (
        <Suspense fallback={<Spinner label={t`Loading`} className="min-h-24" />}>
          <NextStep step={step} onBack={() => setStep(null)} />
        </Suspense>
      ) : (
        <>
          <LoginForm
            notice={notice ?? (lost === null ? null : { tone: 'error', text: lost })}
            onSuccess={() => void navigate(target, { replace: true })}
            onStep={setStep}
            onBusyChange={setBusy}
          />
          <SocialButtons
            page="login"
            address={accountAddress('login', state, search)}
            onStart={startSocialLogin}
          />
          {passkeysWork() ? (
            // the height of the button, which loads later
            <div className="mt-2.5 min-h-11">
              <Suspense>
                <PasskeySignIn onStep={setStep} />
              </Suspense>
            </div>
          ) : null}
        </>
      )}
    </AccountLayout>
  );
};
