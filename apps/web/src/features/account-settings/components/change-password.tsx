import { changePassword, resetPasswordStrength, resetStrengthLabel } from '@social-feed/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { keys } from '../../../cache/keys';
import { AccountName, PasswordField } from '../../../components/ui/password-field';
import { Button } from '../../../components/ui/button';
import { FormAlert } from '../../../components/ui/form-alert';
import { StrengthBars } from '../../../components/ui/strength-bars';
import { api } from '../../../lib/api-client';
import { toast } from '../../../lib/toast';
import { useViewer } from '../../../lib/viewer';
import { fieldsOf, NO_PROBLEMS, useAction, useFocusWrong } from '../hooks/use-action';
import { useSignInMethods } from '../hooks/use-sign-in-methods';

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };
type Field = keyof typeof EMPTY;

/**
 * Sets a new password by the rules of a reset; all other sessions and the API tokens end. An account that was made
 * through a provider has no current one to ask for.
 */
export const ChangePassword = () => {
  const client = useQueryClient();
  const [fields, setFields] = useState(EMPTY);
  const { data: methods } = useSignInMethods();
  const { busy, problems, setProblems, run } = useAction();
  const { user } = useViewer();
  const form = useRef<HTMLFormElement>(null);
  useFocusWrong(form, problems);

  // until the answer is there, and without one, as for most: the server says where a field is too much or missing
  const hasPassword = methods?.hasPassword ?? true;

  const check = (): Record<string, string> => {
    const parsed = changePassword.body?.safeParse({ newPassword: fields.newPassword });
    const found = fieldsOf(
      (parsed?.error?.issues ?? []).map(({ path, message }) => ({ path: String(path[0]), message })),
    );
    // where it is not known whether there is one, the server tells
    if (methods?.hasPassword === true && fields.currentPassword === '')
      found['currentPassword'] = 'Current password is required';
    if (fields.confirmPassword === '') found['confirmPassword'] = 'Please confirm your password';
    else if (fields.confirmPassword !== fields.newPassword)
      found['confirmPassword'] = 'Passwords do not match';
    return found;
  };

  const handleSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const found = check();
    setProblems({ fields: found, message: null });
    if (Object.keys(found).length > 0) return;
    const { currentPassword, newPassword } = fields;
    const done = await run(async () => {
      const body = currentPassword === '' ? { newPassword } : { currentPassword, newPassword };
      await api.call(changePassword, { body });
    });
    if (!done) return;
    setFields(EMPTY);
    toast.success(
      hasPassword
        ? 'Password changed. Your other devices are signed out and your API tokens void.'
        : 'Password set. Your other devices are signed out and your API tokens void.',
    );
    await Promise.all([
      client.invalidateQueries({ queryKey: keys.settings('sessions') }),
      client.invalidateQueries({ queryKey: keys.settings('sign-in-methods') }),
    ]);
  };

  const strength = resetPasswordStrength(fields.newPassword);
  const bind = (name: Field) => ({
    name,
    value: fields[name],
    error: problems.fields[name],
    onChange: (event: { target: { value: string } }) => {
      setFields({ ...fields, [name]: event.target.value });
      setProblems(NO_PROBLEMS);
    },
  });
  return (
    <form
      ref={form}
      noValidate
      className="flex max-w-md flex-col gap-4"
      onSubmit={(event) => void handleSubmit(event)}
    >
      <AccountName name={user?.email ?? ''} />
      {hasPassword ? (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...bind('currentPassword')}
        />
      ) : null}
      <div>
        <PasswordField
          label="New password"
          autoComplete="new-password"
          note={{
            tone: 'hint',
            text: 'At least 8 characters with a mix of upper, lower, numbers and special characters',
          }}
          {...bind('newPassword')}
        />
        {fields.newPassword === '' ? null : (
          <div className="mt-2.5">
            <StrengthBars of={5} filled={strength} label={resetStrengthLabel(strength)} />
          </div>
        )}
      </div>
      <PasswordField label="Confirm new password" autoComplete="new-password" {...bind('confirmPassword')} />
      <FormAlert message={problems.message === null ? null : { tone: 'error', text: problems.message }} />
      <Button type="submit" busy={busy} className="self-start">
        {busy ? 'Changing...' : hasPassword ? 'Change password' : 'Set password'}
      </Button>
    </form>
  );
};
