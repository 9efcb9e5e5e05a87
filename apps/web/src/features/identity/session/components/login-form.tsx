import { t } from '@lingui/core/macro';
import { looksLikeEmail } from '@social-feed/contracts';
import { Mail, UserRound } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '../../../../components/ui/button';
import { Checkbox } from '../../../../components/ui/checkbox';
import { PasswordField } from '../../../../components/ui/password-field';
import { TextField } from '../../../../components/ui/text-field';
import { paths } from '../../../../config/paths';
import { useForm, type FormMessage } from '../../../../lib/use-form';
import type { SignInStep } from '../model/sign-in-step';
import { checkLogin, loginErrorMessage, type LoginFields } from '../model/login-rules';
import { login } from '../stores/sign-in';
import { FormAlert } from '../../../../components/ui/form-alert';

interface LoginFormProps {
  /** Message above the button until the first submission, e.g. from a failed social sign-in. */
  notice: FormMessage | null;
  /** Called after sign-in, once the success message was shown; the page then redirects. */
  onSuccess: () => void;
  /** Called if the account has a second factor, and when a suspended user wants to answer. */
  onStep: (step: SignInStep) => void;
  onBusyChange: (busy: boolean) => void;
}

/** Delay between the success message and the redirect, in ms (A §9). */
const REDIRECT_DELAY_MS = 1000;

const LINK = 'inline-flex min-h-11 items-center font-medium text-accent-text hover:underline';

/** Sign-in form with validation and messages (A §2.2, §4.2, §5, §8). */
export const LoginForm = ({ notice, onSuccess, onStep, onBusyChange }: LoginFormProps) => {
  const { state: origin } = useLocation() as { state: unknown };
  const [done, setDone] = useState(false);
  /** Of the message. */
  const [code, setCode] = useState(notice?.code);
  const { fields, message, busy, set, say, bind, props } = useForm<LoginFields>({
    initial: { emailOrUsername: '', password: '', rememberMe: false },
    message: notice,
    check: checkLogin,
    send: async ({ emailOrUsername, password, rememberMe }) => {
      onBusyChange(true);
      const result = await login(emailOrUsername, password, rememberMe);
      setCode(result.code);
      if (result.success)
        return () => {
          setDone(true);
          say({ tone: 'success', text: t`Login successful! Redirecting...` });
        };
      onBusyChange(false);
      if (result.code === 'SECOND_FACTOR_REQUIRED') return () => onStep('second_factor_required');
      throw new Error(loginErrorMessage(result.message));
    },
  });

  const leave = useEffectEvent(onSuccess);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => leave(), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [done]);

  const asEmail = looksLikeEmail(fields.emailOrUsername.trim());
  return (
    <form {...props} aria-label={t`Sign In`}>
      <TextField
        label={t`Email or Username`}
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        leading={
          asEmail ? (
            <Mail size="1.1875em" role="img" aria-label={t`E-mail address`} className="text-accent-text" />
          ) : (
            <UserRound size="1.1875em" aria-hidden />
          )
        }
        {...bind('emailOrUsername')}
      />
      <PasswordField label={t`Password`} autoComplete="current-password" {...bind('password')} />
      <div className="-my-1 flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox
          label={t`Remember me`}
          name="rememberMe"
          checked={fields.rememberMe}
          onChange={(event) => set({ rememberMe: event.target.checked })}
        />
        <Link to={paths.forgotPassword.getHref()} state={origin} className={LINK}>
          {t`Forgot password?`}
        </Link>
      </div>
      <FormAlert message={message} />
      {message && code === 'ACCOUNT_SUSPENDED' ? (
        <button
          type="button"
          className={`-my-2 self-start ${LINK}`}
          onClick={() => onStep('account_suspended')}
        >
          {t`Answer this decision`}
        </button>
      ) : null}
      <Button type="submit" busy={busy !== null} disabled={done} className="w-full">
        {busy ? t`Signing In...` : t`Sign In`}
      </Button>
    </form>
  );
};
