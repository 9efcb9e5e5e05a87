import { t } from '@lingui/core/macro';
import { useLayoutEffect } from 'react';
import { isBlank, REGISTRATION_LIMITS, type RegisterBody } from '@social-feed/contracts';
import { StrengthBars } from '../../../../components/ui/strength-bars';
import {
  PASSWORD_RULE,
  meetsPasswordRule,
  passwordStrength,
  checkSignup,
  fieldErrors,
  type SignupFields,
} from '../model/signup-rules';
import { Button } from '../../../../components/ui/button';
import { TextArea } from '../../../../components/ui/text-area';
import { TextField, type FieldNote } from '../../../../components/ui/text-field';
import { PasswordField } from '../../../../components/ui/password-field';
import { likelyAddress } from '../model/mistyped-domain';
import { useAvailability, type Availability } from '../hooks/use-availability';
import type { ActionResult } from '../stores/session-store';
import { RulesField } from './rules-field';
import { FormAlert } from '../../../../components/ui/form-alert';
import { ApiError } from '../../../../lib/api-error';
import { useKnownInstance } from '../../../../lib/instance-store';
import { keepSignUp, keptSignUp } from '../model/kept-sign-up';
import { useForm, type FormMessage } from '../../../../lib/use-form';

interface SignupFormProps {
  notice: FormMessage | null;
  /** Sends the account, or the application, and tells which. */
  send: (account: RegisterBody, sentence: string) => Promise<{ result: ActionResult; applied: boolean }>;
  /** Whether the moderators ask for a sentence. */
  applies: boolean;
  /** Shown while the proof of work runs. */
  status: string | undefined;
  onSuccess: () => void;
  onApplied: (email: string) => void;
  onBusyChange: (busy: boolean) => void;
}

const EMPTY: SignupFields = {
  name: '',
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
  rules: '',
  sentence: '',
};

const noteOf = ({ status, message }: Availability): FieldNote | undefined =>
  message !== undefined && status !== 'invalid'
    ? { tone: status === 'valid' ? 'valid' : 'busy', text: message }
    : undefined;

/** The state of the form. */
const useSignup = (
  { notice, send, applies, onSuccess, onApplied, onBusyChange }: SignupFormProps,
  rules: readonly string[],
) => {
  const form = useForm({
    initial: { ...EMPTY, ...keptSignUp() },
    message: notice,
    check: (typed) => {
      const found = checkSignup(typed);
      if (username.taken) found.username ??= t`Please choose a different username`;
      if (email.taken) found.email ??= t`Please use a different email address`;
      if (rules.length > 0 && typed.rules === '') found.rules = t`Agree to the rules to create an account`;
      if (applies && isBlank(typed.sentence)) found.sentence = t`Please write a sentence about yourself`;
      return found;
    },
    send: async ({ name: fullName, username: userName, ...rest }) => {
      onBusyChange(true);
      const account = { fullName, userName, email: rest.email, password: rest.password };
      const accepted = rest.rules === '' ? account : { ...account, acceptedRules: true };
      const { result, applied } = await send(accepted, rest.sentence);
      if (result.success && !applied) return onSuccess;
      onBusyChange(false);
      if (result.success) return () => onApplied(rest.email);
      const { code = '', errors: found = [], message: text = '' } = result;
      const slots = Object.keys(fieldErrors(found)).length > 0;
      // the host made rules since this browser asked
      if (fieldErrors(found).rules)
        await import('../../../../lib/load-instance').then((module) => module.loadInstance());
      throw new ApiError({
        status: 0,
        code,
        message: text,
        errors: slots ? found : [{ path: 'email', message: text || t`Signup failed` }],
      });
    },
    errorsOf: fieldErrors,
  });
  // in a layout effect: if the page closes right away, the last input is still kept
  useLayoutEffect(() => keepSignUp(form.fields), [form.fields]);
  const username = useAvailability('username', form.fields.username);
  const email = useAvailability('email', form.fields.email);
  return { form, username, email };
};

/** Sign-up form with validation and messages (A §2.3, §4.4, §5). */
export const SignupForm = (given: SignupFormProps) => {
  const { applies, status } = given;
  const rules = useKnownInstance()?.rules ?? [];
  const { form, username, email } = useSignup(given, rules);
  const { fields, errors, message, busy, bind, set, props } = form;
  const meant = likelyAddress(fields.email);
  const strength = passwordStrength(fields.password);
  const live = (name: 'username' | 'email', found: Availability) => ({
    note: noteOf(found),
    error: errors[name] ?? (found.status === 'invalid' ? found.message : undefined),
  });

  return (
    <form {...props} aria-label={t`Sign Up`}>
      <TextField label={t`Full name`} autoComplete="name" {...bind('name')} />
      <TextField
        label={t`Username`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        leading={<span aria-hidden>@</span>}
        {...bind('username')}
        {...live('username', username)}
      />
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        {...bind('email')}
        {...live('email', email)}
      />
      {meant === undefined ? null : (
        <Button variant="soft" size="sm" className="w-full" onClick={() => set({ email: meant })}>
          <span className="truncate">{t`Did you mean ${meant}?`}</span>
        </Button>
      )}
      <div>
        <PasswordField
          label={t`Password`}
          autoComplete="new-password"
          note={{ tone: meetsPasswordRule(fields.password) ? 'valid' : 'hint', text: PASSWORD_RULE }}
          {...bind('password')}
        />
        <StrengthBars of={4} filled={strength.bars} label={strength.label} password={fields.password} />
      </div>
      <PasswordField label={t`Confirm password`} autoComplete="new-password" {...bind('confirmPassword')} />
      {applies ? (
        <TextArea
          label={t`A sentence about yourself`}
          dir="auto"
          maxLength={REGISTRATION_LIMITS.sentenceMax}
          {...bind('sentence')}
          note={{ tone: 'hint', text: t`The moderators read it before they approve your account.` }}
        />
      ) : null}
      {rules.length === 0 ? null : (
        <RulesField
          rules={rules}
          accepted={fields.rules !== ''}
          error={errors.rules}
          onChange={(accepted) => set({ rules: accepted ? 'accepted' : '' })}
        />
      )}
      <FormAlert message={message} />
      {status === undefined ? null : (
        <p role="status" className="text-meta text-muted">
          {status}
        </p>
      )}
      <Button type="submit" busy={busy !== null} className="mt-1 w-full">
        {applies ? (busy ? t`Sending...` : t`Apply`) : busy ? t`Creating account...` : t`Create account`}
      </Button>
    </form>
  );
};
