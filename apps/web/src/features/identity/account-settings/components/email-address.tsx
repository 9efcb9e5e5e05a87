import { t } from '@lingui/core/macro';
import { changeEmail, confirmEmail, type OwnEmail } from '@social-feed/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../../../cache/keys';
import { Button } from '../../../../components/ui/button';
import { CodeField } from '../../../../components/ui/code-field';
import { FormAlert } from '../../../../components/ui/form-alert';
import { AccountName, PasswordField } from '../../../../components/ui/password-field';
import { Skeleton } from '../../../../components/ui/skeleton';
import { TextField } from '../../../../components/ui/text-field';
import { api } from '../../../../lib/api-client';
import { toast } from '../../../../lib/toast';
import { issuesOf, useForm } from '../../../../lib/use-form';
import { refetchSettings, useSetting } from '../own-account';
import { Loaded } from './listing';

interface PartProps {
  own: OwnEmail;
  /** Receives the address as the server now stores it. */
  onChange: (own: OwnEmail) => void;
}

/** Form for the code sent to an address, with a button to resend it. */
const CodeForm = ({ own, email, onConfirmed }: PartProps & { email: string; onConfirmed: () => void }) => {
  const { message, busy, bind, set, attempt, say, props } = useForm({
    initial: { otp: '' },
    check: ({ otp }) => issuesOf(confirmEmail.body.safeParse({ otp }).error),
    send: async ({ otp }) => {
      await api.call('confirmEmail', { body: { otp } });
      return onConfirmed;
    },
  });
  const resend = () =>
    attempt(async () => {
      await api.call('sendEmailCode');
      return () => {
        set({ otp: '' });
        say({ tone: 'success', text: t`The code is on its way.` });
      };
    }, 'resend');
  return (
    <form {...props}>
      <p className="text-muted">{t`Enter the six-digit code that was sent to ${email}.`}</p>
      <CodeField label={t`Code`} {...bind('otp')} onCode={(otp) => set({ otp })} />
      <FormAlert message={message} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy === 'send'} disabled={busy === 'resend'}>
          {t`Confirm e-mail`}
        </Button>
        {email === own.email ? (
          <Button
            variant="soft"
            busy={busy === 'resend'}
            disabled={busy !== null}
            onClick={() => void resend()}
          >
            {t`Send a new code`}
          </Button>
        ) : null}
      </div>
    </form>
  );
};

const EMPTY = { email: '', password: '' };

/** Form for a new address and the password. The server then sends a code to the new address. */
const ChangeForm = ({ own, onChange, onClose }: PartProps & { onClose: () => void }) => {
  const { message, busy, bind, props } = useForm({
    initial: EMPTY,
    check: (typed) => issuesOf(changeEmail.body.safeParse(typed).error),
    send: async (body) => {
      const { data } = await api.call('changeEmail', { body });
      return () => {
        onChange(data);
        onClose();
      };
    },
  });
  return (
    <form {...props}>
      <AccountName name={own.email} />
      <TextField
        label={t`New e-mail`}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        {...bind('email')}
      />
      <PasswordField label={t`Your password`} autoComplete="current-password" {...bind('password')} />
      <FormAlert message={message} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy !== null}>
          {t`Send code`}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
};

interface EmailAddressProps {
  /** Called after an address is confirmed, current or new. */
  onConfirmed: () => void;
}

/** The account's email address: confirms it with a code, and changes it. */
export const EmailAddress = ({ onConfirmed }: EmailAddressProps) => {
  const client = useQueryClient();
  const queryKey = keys.settings('email');
  const [changing, setChanging] = useState(false);
  const query = useSetting('email', (options) => api.call('getOwnEmail', options));
  const onChange = (data: OwnEmail): void => {
    client.setQueryData(queryKey, data);
    void refetchSettings(client);
  };
  return (
    <Loaded query={query} loading={<Skeleton className="h-20 rounded-media" />}>
      {(own) => {
        const pending = own.pending?.email ?? (own.confirmed ? undefined : own.email);
        return (
          <div className="flex flex-col gap-4">
            <p dir="ltr" translate="no" className="w-fit max-w-full truncate font-medium">
              {own.email}
            </p>
            {pending === undefined || changing ? null : (
              <CodeForm
                key={pending}
                own={own}
                email={pending}
                onChange={onChange}
                onConfirmed={() => {
                  toast.success(t`Your e-mail address is confirmed`);
                  onChange({ email: pending, confirmed: true, pending: null });
                  onConfirmed();
                }}
              />
            )}
            {changing ? (
              <ChangeForm own={own} onChange={onChange} onClose={() => setChanging(false)} />
            ) : (
              <Button variant="outline" className="self-start" onClick={() => setChanging(true)}>
                {t`Change e-mail`}
              </Button>
            )}
          </div>
        );
      }}
    </Loaded>
  );
};
