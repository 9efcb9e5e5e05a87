import { t } from '@lingui/core/macro';
import { resetPasswordStrength, resetStrengthLabel } from '@social-feed/contracts';
import { KeyRound, Mail } from 'lucide-react';
import { StrengthBars } from '../../../components/ui/strength-bars';
import { AccountName, PasswordField } from '../../../components/ui/password-field';
import { Button } from '../../../components/ui/button';
import { CodeField } from '../../../components/ui/code-field';
import { FormAlert } from '../../../components/ui/form-alert';
import { TextField } from '../../../components/ui/text-field';
import { GUIDANCE } from './reset-rules';
import type { PasswordReset } from './use-password-reset';

const LABELS = {
  email: [t`Send OTP`, t`Sending OTP...`],
  otp: [t`Verify OTP`, t`Verifying OTP...`],
  reset: [t`Reset Password`, t`Resetting Password...`],
} as const;

/** Fields and buttons of the three views that have a form (A §2.4, §4.5). */
export const PasswordResetForm = ({ reset }: { reset: PasswordReset }) => {
  const { step, form } = reset;
  const { fields, busy, bind } = form;
  const score = resetPasswordStrength(fields.password);
  if (step === 'success') return null;
  const [rest, working] = LABELS[step];
  return (
    <form {...form.props}>
      {step === 'email' ? (
        <TextField
          key="email"
          label={t`Email`}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          leading={<Mail size="1.1875em" aria-hidden />}
          {...bind('email')}
        />
      ) : null}
      {step === 'otp' ? (
        <CodeField
          key="otp"
          label={t`OTP`}
          leading={<KeyRound size="1.1875em" aria-hidden />}
          inputClassName="font-semibold tracking-[0.4em]"
          note={{ tone: 'hint', text: t`6 digits` }}
          {...bind('otp')}
          onCode={(otp) => form.set({ otp })}
        />
      ) : null}
      {step === 'reset' ? (
        <>
          <AccountName name={reset.email} />
          <div>
            <PasswordField
              key="password"
              label={t`New password`}
              autoComplete="new-password"
              {...bind('password')}
            />
            <StrengthBars
              of={5}
              filled={score}
              label={resetStrengthLabel(score)}
              password={fields.password}
            />
            <p className="mt-1.5 text-meta text-muted">{GUIDANCE}</p>
          </div>
          <PasswordField
            label={t`Confirm password`}
            autoComplete="new-password"
            {...bind('confirmPassword')}
          />
        </>
      ) : null}
      <FormAlert message={form.message} />
      <Button type="submit" busy={busy === 'send'} disabled={busy === 'resend'} className="w-full">
        {busy === 'send' ? working : rest}
      </Button>
      {step === 'otp' ? (
        <Button
          variant="soft"
          busy={busy === 'resend'}
          disabled={reset.left > 0 || busy !== null}
          className="w-full"
          onClick={() => void reset.resend()}
        >
          {reset.left > 0 ? t`Resend OTP in ${reset.left}s` : t`Resend OTP`}
        </Button>
      ) : null}
    </form>
  );
};
