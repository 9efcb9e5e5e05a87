import { deleteAccount } from '@social-feed/contracts';
import { Suspense, useRef, useState, type SubmitEvent } from 'react';
import { AccountName, PasswordField } from '../../../components/ui/password-field';
import { Button } from '../../../components/ui/button';
import { FormAlert } from '../../../components/ui/form-alert';
import { TextField } from '../../../components/ui/text-field';
import { api } from '../../../lib/api-client';
import { lazyPart } from '../../../lib/lazy';
import { NO_PROBLEMS, useAction, useFocusWrong } from '../hooks/use-action';
import { useSignInMethods } from '../hooks/use-sign-in-methods';

const Dialog = lazyPart(() => import('../../../components/ui/dialog'), 'Dialog');

interface DeleteAccountProps {
  userName: string;
  /** The account is gone. */
  onDeleted: () => void;
}

/** Deletes the account after the password, or the user name where there is none, was typed. */
export const DeleteAccount = ({ userName, onDeleted }: DeleteAccountProps) => {
  const [open, setOpen] = useState(false);
  const { data: methods } = useSignInMethods();
  /** What the person chose where it is not known what the account has. */
  const [chosen, setChosen] = useState<boolean>();
  const byName = chosen ?? methods?.hasPassword === false;
  const [typed, setTyped] = useState('');
  const { busy, problems, setProblems, run } = useAction();
  const form = useRef<HTMLFormElement>(null);
  useFocusWrong(form, problems);
  const change = (next: { byName?: boolean; typed: string }): void => {
    if (next.byName !== undefined) setChosen(next.byName);
    setTyped(next.typed);
    setProblems(NO_PROBLEMS);
  };

  const handleSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const done = await run(async () => {
      await api.call(deleteAccount, { body: byName ? { userName: typed.trim() } : { password: typed } });
    });
    if (done) onDeleted();
  };

  // the server asks for what the account has: its words lead to the other field
  const said = problems.fields[byName ? 'userName' : 'password'] ?? Object.values(problems.fields)[0];
  const field = {
    name: 'confirmation',
    value: typed,
    error: said,
    onChange: (event: { target: { value: string } }) => change({ typed: event.target.value }),
  };
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete account
      </Button>
      {open ? (
        <Suspense>
          <Dialog
            open
            role="alertdialog"
            title="Delete your account?"
            description={`Posts, comments and reactions of @${userName} are removed for good.`}
            onOpenChange={(next) => {
              // what comes of it is to be read
              if (busy) return;
              setOpen(next);
              change({ typed: '' });
            }}
          >
            <form
              ref={form}
              noValidate
              className="flex flex-col gap-4"
              onSubmit={(event) => void handleSubmit(event)}
            >
              {byName ? (
                <TextField label={`Type ${userName} to confirm`} autoComplete="off" {...field} />
              ) : (
                <>
                  <AccountName name={userName} />
                  <PasswordField label="Your password" autoComplete="current-password" {...field} />
                </>
              )}
              <FormAlert
                message={problems.message === null ? null : { tone: 'error', text: problems.message }}
              />
              <Button type="submit" variant="danger" busy={busy} disabled={typed === ''} className="w-full">
                {busy ? 'Deleting...' : 'Delete for good'}
              </Button>
              {methods ? null : (
                <Button variant="ghost" onClick={() => change({ byName: !byName, typed: '' })}>
                  {byName ? 'Use my password' : 'I have no password'}
                </Button>
              )}
            </form>
          </Dialog>
        </Suspense>
      ) : null}
    </>
  );
};
