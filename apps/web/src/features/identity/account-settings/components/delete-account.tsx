import { t } from '@lingui/core/macro';
import { Suspense, useState } from 'react';
import { AccountName, PasswordField } from '../../../../components/ui/password-field';
import { Button } from '../../../../components/ui/button';
import { FormAlert } from '../../../../components/ui/form-alert';
import { TextField } from '../../../../components/ui/text-field';
import { api } from '../../../../lib/api-client';
import { lazyPart } from '../../../../lib/lazy';
import { useForm } from '../../../../lib/use-form';
import { useSignInMethods } from '../own-account';

const Dialog = lazyPart(() => import('../../../../components/ui/dialog'), 'Dialog');

interface DeleteAccountProps {
  userName: string;
  /** Called after the account is deleted. */
  onDeleted: () => void;
}

/** Deletes the account after the user types the password, or the user name if the account has no password. */
export const DeleteAccount = ({ userName, onDeleted }: DeleteAccountProps) => {
  const [open, setOpen] = useState(false);
  const { data: methods } = useSignInMethods();
  /** The user's choice while the sign-in methods are unknown. */
  const [chosen, setChosen] = useState<boolean>();
  const byName = chosen ?? methods?.hasPassword === false;
  const { fields, message, busy, bind, set, giveUp, props } = useForm({
    initial: { typed: '' },
    send: async ({ typed }) => {
      await api.call('deleteAccount', { body: byName ? { userName: typed.trim() } : { password: typed } });
      return onDeleted;
    },
    // The server's message names the field it expects, which leads the user to the other one.
    errorsOf: ([first]) => ({ typed: first?.message }),
  });
  const startAnew = (): void => {
    giveUp();
    set({ typed: '' });
  };

  const field = { ...bind('typed'), name: 'confirmation' };
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {t`Delete account`}
      </Button>
      {open ? (
        <Suspense>
          <Dialog
            role="alertdialog"
            title={t`Delete your account?`}
            description={t`Posts, comments and reactions of @${userName} are removed for good.`}
            busy={busy !== null}
            onClose={() => {
              setOpen(false);
              startAnew();
            }}
          >
            <form {...props}>
              {byName ? (
                <TextField label={t`Type ${userName} to confirm`} autoComplete="off" {...field} />
              ) : (
                <>
                  <AccountName name={userName} />
                  <PasswordField label={t`Your password`} autoComplete="current-password" {...field} />
                </>
              )}
              <FormAlert message={message} />
              <Button
                type="submit"
                variant="danger"
                busy={busy !== null}
                disabled={fields.typed === ''}
                className="w-full"
              >
                {busy ? t`Deleting...` : t`Delete for good`}
              </Button>
              {methods ? null : (
                <Button
                  variant="ghost"
                  onClick={() => {
                    setChosen(!byName);
                    startAnew();
                  }}
                >
                  {byName ? t`Use my password` : t`I have no password`}
                </Button>
              )}
            </form>
          </Dialog>
        </Suspense>
      ) : null}
    </>
  );
};
