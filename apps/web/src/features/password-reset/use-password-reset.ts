import { useEffect, useState, useRef } from 'react';
import type { FormMessage } from '../../components/ui/form-alert';
import { forgotPassword, resendOtp, resetPassword, verifyOtp, type ResetResult } from './reset-calls';
import { checkConfirmation, checkEmail, checkNewPassword, checkOtp, otpDigits } from './reset-rules';

/** Seconds between two codes (A §9). */
const RESEND_SECONDS = 60;

/** Counts down from 60 by the clock, so that a sleeping tab does not stretch the wait. */
export const useCountdown = (now: () => number = Date.now): { left: number; start: () => void } => {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (until === 0) return;
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((until - now()) / 1000));
      setLeft(rest);
      if (rest === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until, now]);
  const start = (): void => {
    setUntil(now() + RESEND_SECONDS * 1000);
    setLeft(RESEND_SECONDS);
  };
  return { left, start };
};

export type ResetStep = 'email' | 'otp' | 'reset' | 'success';
export type ResetField = 'email' | 'otp' | 'password' | 'confirmPassword';
type Errors = Partial<Record<ResetField, string | undefined>>;

const EMPTY: Record<ResetField, string> = { email: '', otp: '', password: '', confirmPassword: '' };
/** The form's name of a payload's field. */
const SLOTS: Readonly<Record<string, ResetField>> = { email: 'email', otp: 'otp', newPassword: 'password' };
/** Refusals that belong to one field. */
const CODES: Readonly<Record<string, ResetField>> = { INVALID_OTP: 'otp' };

/** The state of a reset and its moves: email, otp, reset, success (A §4.5). */
export const usePasswordReset = () => {
  const [step, setStep] = useState<ResetStep>('email');
  const [fields, setFields] = useState(EMPTY);
  const [errors, setErrors] = useState<Errors>({});
  const [message, setMessage] = useState<FormMessage | null>(null);
  const [busy, setBusy] = useState<'send' | 'resend' | null>(null);
  const [resetToken, setResetToken] = useState('');
  /** Grows whenever a field is to be filled in anew: the first wrong one, otherwise the first. */
  const [calls, setCalls] = useState(0);
  const { left, start } = useCountdown();
  /** Going back gives up the call under way: its answer must not move the person on. */
  const run = useRef(0);
  const email = fields.email.trim().toLowerCase();

  const goTo = (next: ResetStep, said: FormMessage | null = null): void => {
    run.current += 1;
    setBusy(null);
    setErrors({});
    setMessage(said);
    setStep(next);
  };

  const change = (name: ResetField, value: string): void => {
    setFields((current) => ({ ...current, [name]: name === 'otp' ? otpDigits(value) : value }));
    setErrors((current) => ({ ...current, [name]: undefined }));
  };

  const callToFields = (): void => setCalls((count) => count + 1);

  /** True when nothing is wrong. */
  const accept = (found: Errors): boolean => {
    setErrors(found);
    setMessage(null);
    const right = Object.values(found).every((text) => text === undefined);
    if (!right) callToFields();
    return right;
  };

  const attempt = async <T extends object>(
    kind: 'send' | 'resend',
    call: () => Promise<ResetResult<T>>,
    onSuccess: (result: { success: true } & T) => void,
  ): Promise<void> => {
    const own = (run.current += 1);
    setBusy(kind);
    const result = await call();
    if (own !== run.current) return;
    setBusy(null);
    if (result.success) {
      onSuccess(result);
      return;
    }
    const { message: text, errors: found, code } = result;
    const slots: Errors = {};
    for (const { path, message: why } of found) {
      const slot = Object.hasOwn(SLOTS, path) ? SLOTS[path] : undefined;
      if (slot && slot in shownFields(step)) slots[slot] ??= why;
    }
    const slot = code !== undefined && Object.hasOwn(CODES, code) ? CODES[code] : undefined;
    if (slot && slot in shownFields(step)) slots[slot] ??= text;
    setErrors(slots);
    if (Object.keys(slots).length === 0) setMessage({ tone: 'error', text });
    else callToFields();
  };

  const submitEmail = async (): Promise<void> => {
    if (!accept({ email: checkEmail(fields.email) })) return;
    await attempt(
      'send',
      () => forgotPassword(email),
      () => {
        setFields((current) => ({ ...current, otp: '' }));
        start();
        goTo('otp', { tone: 'success', text: 'OTP sent to your email address' });
      },
    );
  };

  const submitOtp = async (): Promise<void> => {
    if (!accept({ otp: checkOtp(fields.otp) })) return;
    await attempt(
      'send',
      () => verifyOtp(email, fields.otp),
      (result) => {
        setResetToken(result.resetToken);
        goTo('reset');
      },
    );
  };

  const submitPassword = async (): Promise<void> => {
    const found = {
      password: checkNewPassword(fields.password),
      confirmPassword: checkConfirmation(fields.password, fields.confirmPassword),
    };
    if (!accept(found)) return;
    await attempt(
      'send',
      () => resetPassword(email, resetToken, fields.password),
      () => {
        setFields(EMPTY);
        setResetToken('');
        goTo('success');
      },
    );
  };

  const resend = async (): Promise<void> => {
    setMessage(null);
    await attempt(
      'resend',
      () => resendOtp(email),
      () => {
        setFields((current) => ({ ...current, otp: '' }));
        setErrors({});
        callToFields();
        start();
        setMessage({ tone: 'success', text: 'New OTP sent to your email' });
      },
    );
  };

  const submit = {
    email: submitEmail,
    otp: submitOtp,
    reset: submitPassword,
    success: () => Promise.resolve(),
  };
  const moves = { change, goTo, resend, submit: submit[step] };
  return { step, fields, errors, message, busy, left, email, calls, ...moves };
};

export type PasswordReset = ReturnType<typeof usePasswordReset>;

/** The fields that a step shows, as keys. */
const shownFields = (step: ResetStep): Errors => {
  if (step === 'email') return { email: '' };
  if (step === 'otp') return { otp: '' };
  return step === 'reset' ? { password: '', confirmPassword: '' } : {};
};
