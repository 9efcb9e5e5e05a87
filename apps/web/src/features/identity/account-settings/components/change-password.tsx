import { t } from '@lingui/core/macro';
import { changePassword, resetPasswordStrength, resetStrengthLabel } from '@social-feed/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { AccountName, PasswordField } from '../../../../components/ui/password-field';
import { Button } from '../../../../components/ui/button';
import { FormAlert } from '../../../../components/ui/form-alert';
import { StrengthBars } from '../../../../components/ui/strength-bars';
import { api } from '../../../../lib/api-client';
import { toast } from '../../../../lib/toast';
import { useOwnAccount } from '../../../../lib/viewer';
import { issuesOf, useForm } from '../../../../lib/use-form';
import { refetchSettings, useSignInMethods } from '../own-account';

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };

/**
 * Sets a new password under the same rules as a reset, and revokes all other sessions and API tokens. Accounts
 * created through a provider have no current password.
 */
export const ChangePassword = () => {
  const client = useQueryClient();
  const { data: methods } = useSignInMethods();
  const account = useOwnAccount();
  // Assume a password until the methods are loaded; most accounts have one. The server reports a wrong guess on the
  // field.
  const hasPassword = methods?.hasPassword ?? true;
  const { fields, message, busy, bind, setFields, props } = useForm({
    initial: EMPTY,
    check: ({ currentPassword, newPassword, confirmPassword }) => {
      const found = issuesOf(changePassword.body.safeParse({ newPassword }).error);
      // If the methods are not loaded, leave the check to the server.
      if (methods?.hasPassword === true && currentPassword === '')
        found['currentPassword'] = t`Current password is required`;
      if (confirmPassword === '') found['confirmPassword'] = t`Please confirm your password`;
      else if (confirmPassword !== newPassword) found['confirmPassword'] = t`Passwords do not match`;
      return found;
    },
    send: async ({ currentPassword, newPassword }) => {
      const body = currentPassword === '' ? { newPassword } : { currentPassword, newPassword };
      await api.call('changePassword', { body });
      return () => {
        setFields(EMPTY);
        toast.success(
          hasPassword
            ? t`Password changed. Your other devices are signed out and your API tokens no longer work.`
            : t`Password set. Your other devices are signed out and your API tokens no longer work.`,
        );
        void refetchSettings(client, 'sessions', 'tokens', 'sign-in-methods');
      };
    },
  });

  const strength = resetPasswordStrength(fields.newPassword);
  return (
    <form {...props} className="flex max-w-md flex-col gap-4">
      <AccountName name={account?.email ?? ''} />
      {hasPassword ? (
        <PasswordField
          label={t`Current password`}
          autoComplete="current-password"
          {...bind('currentPassword')}
        />
      ) : null}
      <div>
        <PasswordField
          label={t`New password`}
          autoComplete="new-password"
          note={{
            tone: 'hint',
            text: t`At least 8 characters with a mix of upper, lower, numbers and special characters`,
          }}
          {...bind('newPassword')}
        />
        <StrengthBars
          of={5}
          filled={strength}
          label={resetStrengthLabel(strength)}
          password={fields.newPassword}
        />
      </div>
      <PasswordField
        label={t`Confirm new password`}
        autoComplete="new-password"
        {...bind('confirmPassword')}
      />
      <FormAlert message={message} />
      <Button type="submit" busy={busy !== null} className="self-start">
        {busy ? t`Changing...` : hasPassword ? t`Change password` : t`Set password`}
      </Button>
    </form>
  );
};
