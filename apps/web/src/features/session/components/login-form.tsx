import { looksLikeEmail } from '@social-feed/contracts';
import { Mail, UserRound } from 'lucide-react';
import { useRef, useState, type SubmitEvent } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '../../../components/ui/button';
import { Checkbox } from '../../../components/ui/checkbox';
import { PasswordField } from '../../../components/ui/password-field';
import { TextField } from '../../../components/ui/text-field';
import { paths } from '../../../config/paths';
import { checkLogin, loginErrorMessage, type LoginErrors, type LoginFields } from '../model/login-rules';
import { login } from '../stores/sign-in';
import { FormAlert, type FormMessage } from '../../../components/ui/form-alert';

interface LoginFormProps {
  /** Said above the button until the first submission, e.g. what a failed social return left behind. */
  notice: FormMessage | null;
  /** The person is signed in and the message says so; the page leads on. */
  onSuccess: () => void;
  onBusyChange: (busy: boolean) => void;
}

/** The fields, checks and messages of signing in (A §2.2, §4.2, §5, §8). */
export const LoginForm = ({ notice, onSuccess, onBusyChange }: LoginFormProps) => {
  const { state: origin } = useLocation() as { state: unknown };
  const [fields, setFields] = useState<LoginFields>({ emailOrUsername: '', password: '', rememberMe: false });
  const [errors, setErrors] = useState<LoginErrors>({});
  const [message, setMessage] = useState(notice);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const change = (next: Partial<LoginFields>): void => {
    setFields({ ...fields, ...next });
    const rest = { ...errors };
    if ('emailOrUsername' in next) delete rest.emailOrUsername;
    if ('password' in next) delete rest.password;
    setErrors(rest);
  };

  const handleSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (busy || done) return;
    const found = checkLogin(fields);
    setErrors(found);
    setMessage(null);
    const first = (['emailOrUsername', 'password'] as const).find((name) => found[name]);
    if (first) {
      form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
      return;
    }
    setBusy(true);
    onBusyChange(true);
    const result = await login(fields.emailOrUsername, fields.password, fields.rememberMe);
    setBusy(false);
    if (result.success) {
      setDone(true);
      setMessage({ tone: 'success', text: 'Login successful! Redirecting...' });
      onSuccess();
      return;
    }
    onBusyChange(false);
    setMessage({ tone: 'error', text: loginErrorMessage(result.message) });
  };

  const asEmail = looksLikeEmail(fields.emailOrUsername.trim());
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void handleSubmit(event)}
      className="flex flex-col gap-4"
      aria-label="Sign In"
    >
      <TextField
        label="Email or Username"
        name="emailOrUsername"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        leading={
          asEmail ? (
            <Mail size={19} role="img" aria-label="E-mail address" className="text-accent-text" />
          ) : (
            <UserRound size={19} aria-hidden />
          )
        }
        value={fields.emailOrUsername}
        error={errors.emailOrUsername}
        onChange={(event) => change({ emailOrUsername: event.target.value })}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={fields.password}
        error={errors.password}
        onChange={(event) => change({ password: event.target.value })}
      />
      <div className="-my-1 flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox
          label="Remember me"
          name="rememberMe"
          checked={fields.rememberMe}
          onChange={(event) => change({ rememberMe: event.target.checked })}
        />
        <Link
          to={paths.forgotPassword.getHref()}
          state={origin}
          className="inline-flex min-h-11 items-center font-medium text-accent-text hover:underline"
        >
          Forgot password?
        </Link>
      </div>
      <FormAlert message={message} />
      <Button type="submit" busy={busy} disabled={done} className="w-full">
        {busy ? 'Signing In...' : 'Sign In'}
      </Button>
    </form>
  );
};
