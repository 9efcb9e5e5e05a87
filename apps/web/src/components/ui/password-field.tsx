import { t } from '@lingui/core/macro';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { TextField, type TextFieldProps } from './text-field';

/**
 * Hidden user name for password managers, in forms that do not ask for it.
 * @param name e-mail or user name, as typed at sign-in
 */
export const AccountName = ({ name }: { name: string }) => (
  <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
);

/** A text field for a password with a show/hide toggle. */
export const PasswordField = (props: Omit<TextFieldProps, 'type' | 'trailing'>) => {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          aria-label={shown ? t`Hide password` : t`Show password`}
          title={shown ? t`Hide password` : t`Show password`}
          onClick={() => setShown(!shown)}
          className="me-0.5 grid size-11 shrink-0 place-items-center rounded-control text-muted transition-colors hover:text-text"
        >
          <Icon size="1.1875em" aria-hidden />
        </button>
      }
    />
  );
};
