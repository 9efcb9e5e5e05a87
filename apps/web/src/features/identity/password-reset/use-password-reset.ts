import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { ApiError, type FieldError } from '../../../lib/api-error';
import { fieldsOf, useForm, type FormErrors, type FormMessage } from '../../../lib/use-form';
import { forgotPassword, resendOtp, resetPassword, verifyOtp, type ResetResult } from './reset-calls';
import { checkConfirmation, checkEmail, checkNewPassword, checkOtp } from './reset-rules';

/** Seconds between two codes (A §9). */
const RESEND_SECONDS = 60;

/** Counts down from 60 seconds by the clock, so that a suspended tab does not extend the wait. */
const useCountdown = () => {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (until === 0) return;
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setLeft(rest);
      if (rest === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  const start = (): void => {
    setUntil(Date.now() + RESEND_SECONDS * 1000);
    setLeft(RESEND_SECONDS);
  };
  return { left, start };
};

const EMPTY = { email: '', otp: '', password: '', confirmPassword: '' };
type Fields = typeof EMPTY;

/** The fields of each step, by the field names of the server's body. */
const SHOWN: Record<ResetStep, Readonly<Record<string, keyof Fields>>> = {
  email: { email: 'email' },
  otp: { otp: 'otp' },
  reset: { newPassword: 'password' },
  success: {},
};

type ResetStep = 'email' | 'otp' | 'reset' | 'success';

/**
 * Returns a successful result; otherwise rejects with the form's errors. A rejected code is an error of its field.
 */
const accepted = <T extends object>(result: ResetResult<T>): T => {
  if (result.success) return result;
  const { message, errors, code = '' } = result;
  const own = code === 'INVALID_OTP' ? [{ path: 'otp', message }] : [];
  throw new ApiError({ status: 0, code, message, errors: [...errors, ...own] });
};

/** State and actions of a password reset; its steps are email, otp, reset, success (A §4.5). */
export const usePasswordReset = () => {
  const [step, setStep] = useState<ResetStep>('email');
  const [resetToken, setResetToken] = useState('');
  const { left, start } = useCountdown();
  const toStep = (next: ResetStep, said: FormMessage | null = null): void => {
    form.giveUp();
    form.say(said);
    setStep(next);
    form.callToField();
  };
  const checks: Record<ResetStep, (fields: Fields) => FormErrors<Fields>> = {
    email: (fields) => ({ email: checkEmail(fields.email) }),
    otp: (fields) => ({ otp: checkOtp(fields.otp) }),
    reset: ({ password, confirmPassword }) => ({
      password: checkNewPassword(password),
      confirmPassword: checkConfirmation(password, confirmPassword),
    }),
    success: () => ({}),
  };
  const sends: Record<ResetStep, (fields: Fields) => Promise<() => void>> = {
    email: async () => {
      accepted(await forgotPassword(email));
      return () => {
        form.set({ otp: '' });
        start();
        toStep('otp', { tone: 'success', text: t`OTP sent to your email address` });
      };
    },
    otp: async ({ otp }) => {
      const { resetToken: token } = accepted(await verifyOtp(email, otp));
      return () => {
        setResetToken(token);
        toStep('reset');
      };
    },
    reset: async ({ password }) => {
      accepted(await resetPassword(email, resetToken, password));
      return () => {
        form.setFields(EMPTY);
        setResetToken('');
        toStep('success');
      };
    },
    success: () => Promise.resolve(() => undefined),
  };
  const form = useForm({
    initial: EMPTY,
    check: checks[step],
    send: sends[step],
    errorsOf: (errors: readonly FieldError[]) =>
      fieldsOf(errors, (path) => (Object.hasOwn(SHOWN[step], path) ? SHOWN[step][path] : undefined)),
  });
  const email = form.fields.email.trim().toLowerCase();
  const resend = (): Promise<void> =>
    form.attempt(async () => {
      accepted(await resendOtp(email));
      return () => {
        form.set({ otp: '' });
        form.callToField();
        start();
        form.say({ tone: 'success', text: t`New OTP sent to your email` });
      };
    }, 'resend');
  return { step, form, left, email, goTo: toStep, resend };
};

export type PasswordReset = ReturnType<typeof usePasswordReset>;
