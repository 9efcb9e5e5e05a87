import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowLeft, CircleCheck } from 'lucide-react';
import { useNavigate, useLocation } from 'react-router-dom';
import { AccountLayout } from '../../components/layouts/account-layout';
import { Button } from '../../components/ui/button';
import { paths } from '../../config/paths';
import { PasswordResetForm } from '../../features/identity/password-reset/password-reset-form';
import { usePasswordReset } from '../../features/identity/password-reset/use-password-reset';
import { Scene } from '../../features/community/showcase/lazy-parts';
import { SignedInAway } from '../guards';

const TITLES = {
  email: t`Forgot Password?`,
  otp: t`Enter OTP`,
  reset: t`Set New Password`,
  success: t`Password Reset Successful!`,
} as const;

/** The last view has no field, so its button takes over the focus. */
const focus = (button: HTMLButtonElement | null): void => button?.focus();

/** The four views of a password reset (A §2.4). */
export const ForgotPasswordRoute = () => {
  const location = useLocation();
  const navigate = useNavigate();
  const reset = usePasswordReset();
  const { step } = reset;
  const goToLogin = (): void => void navigate(paths.login.getHref(), { state: location.state as unknown });
  const leads = {
    email: t`Enter the e-mail address of your account. We send you a one-time code.`,
    otp: (
      <Trans>
        If an account has the address <strong className="font-semibold text-text">{reset.email}</strong>, a
        code of six digits is on its way there.
      </Trans>
    ),
    reset: t`Choose a password that you use nowhere else.`,
    success: t`Your password is changed, and every device is signed out. Sign in with the new password.`,
  };
  const back = {
    email: { label: t`Back to Login`, go: goToLogin },
    otp: { label: t`Back to e-mail`, go: () => reset.goTo('email') },
    reset: { label: t`Back to OTP`, go: () => reset.goTo('otp') },
    success: null,
  }[step];
  return (
    <AccountLayout
      title={TITLES[step]}
      lead={leads[step]}
      tagline={t`Welcome back to your social universe`}
      aside={<Scene />}
      back={
        back ? (
          <Button variant="ghost" size="sm" className="mb-3 -ms-4" onClick={back.go}>
            <ArrowLeft size="1.0625em" aria-hidden />
            <span>{back.label}</span>
          </Button>
        ) : (
          <CircleCheck size="3em" aria-hidden className="mb-4 text-success" />
        )
      }
    >
      <SignedInAway />
      <PasswordResetForm reset={reset} />
      {step === 'success' ? (
        <Button ref={focus} className="w-full" onClick={goToLogin}>
          {t`Back to Login`}
        </Button>
      ) : null}
    </AccountLayout>
  );
};
