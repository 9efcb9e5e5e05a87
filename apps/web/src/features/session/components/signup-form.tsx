import { useRef, useState, type SubmitEvent, type InputHTMLAttributes } from 'react';
import { StrengthBars } from '../../../components/ui/strength-bars';
import {
  passwordStrength,
  checkSignup,
  fieldErrors,
  SIGNUP_FIELDS,
  type SignupErrors,
  type SignupField,
  type SignupFields,
} from '../model/signup-rules';
import { Button } from '../../../components/ui/button';
import { TextField, type FieldNote } from '../../../components/ui/text-field';
import { PasswordField } from '../../../components/ui/password-field';
import { useAvailability, type Availability } from '../hooks/use-availability';
import { register } from '../stores/sign-in';
import { FormAlert, type FormMessage } from '../../../components/ui/form-alert';

/** Four bars and a word for how strong a password is (A §5). */
export const StrengthMeter = ({ password }: { password: string }) => {
  const { bars, label } = passwordStrength(password);
  if (password === '') return null;
  return (
    <div className="mt-2.5">
      <StrengthBars of={4} filled={bars} label={label} />
    </div>
  );
};

interface SignupFormProps {
  notice: FormMessage | null;
  onSuccess: () => void;
  onBusyChange: (busy: boolean) => void;
}

const EMPTY: SignupFields = { name: '', username: '', email: '', password: '', confirmPassword: '' };

const noteOf = ({ status, message }: Availability): FieldNote | undefined =>
  message !== undefined && status !== 'invalid'
    ? { tone: status === 'valid' ? 'valid' : 'busy', text: message }
    : undefined;

/** The fields, checks and messages of creating an account (A §2.3, §4.4, §5). */
export const SignupForm = ({ notice, onSuccess, onBusyChange }: SignupFormProps) => {
  const [fields, setFields] = useState(EMPTY);
  const [errors, setErrors] = useState<SignupErrors>({});
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState(notice);
  const form = useRef<HTMLFormElement>(null);
  const username = useAvailability('username', fields.username);
  const email = useAvailability('email', fields.email);

  const show = (found: SignupErrors): void => {
    setErrors(found);
    const first = SIGNUP_FIELDS.find((name) => found[name]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  };

  const handleSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setSaid(null);
    const found = checkSignup(fields);
    if (username.taken) found.username ??= 'Please choose a different username';
    if (email.taken) found.email ??= 'Please use a different email address';
    show(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    onBusyChange(true);
    const result = await register({
      fullName: fields.name,
      userName: fields.username,
      email: fields.email,
      password: fields.password,
    });
    if (result.success) {
      onSuccess();
      return;
    }
    setBusy(false);
    onBusyChange(false);
    const slots = fieldErrors(result.errors ?? []);
    show(Object.keys(slots).length > 0 ? slots : { email: result.message || 'Signup failed' });
  };

  const bind = (
    name: SignupField,
  ): InputHTMLAttributes<HTMLInputElement> & { error: string | undefined } => ({
    name,
    value: fields[name],
    error: errors[name],
    onChange: (event) => {
      setFields({ ...fields, [name]: event.target.value });
      const rest = { ...errors };
      Reflect.deleteProperty(rest, name);
      setErrors(rest);
    },
  });
  const live = (name: 'username' | 'email', found: Availability) => ({
    note: noteOf(found),
    error: errors[name] ?? (found.status === 'invalid' ? found.message : undefined),
  });

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void handleSubmit(event)}
      className="flex flex-col gap-4"
      aria-label="Sign Up"
    >
      <TextField label="Full name" autoComplete="name" maxLength={200} {...bind('name')} />
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        leading={<span aria-hidden>@</span>}
        {...bind('username')}
        {...live('username', username)}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        {...bind('email')}
        {...live('email', email)}
      />
      <div>
        <PasswordField label="Password" autoComplete="new-password" {...bind('password')} />
        <StrengthMeter password={fields.password} />
      </div>
      <PasswordField label="Confirm password" autoComplete="new-password" {...bind('confirmPassword')} />
      <FormAlert message={said} />
      <Button type="submit" busy={busy} className="mt-1 w-full">
        {busy ? 'Creating account...' : 'Create account'}
      </Button>
    </form>
  );
};

export type { FormMessage };
