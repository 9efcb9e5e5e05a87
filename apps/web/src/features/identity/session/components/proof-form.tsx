import { t } from '@lingui/core/macro';
import type { Confirmation, PasskeyUse } from '@social-feed/contracts';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../components/ui/button';
import { CodeField } from '../../../../components/ui/code-field';
import { FormAlert } from '../../../../components/ui/form-alert';
import { PasswordField } from '../../../../components/ui/password-field';
import { TextField } from '../../../../components/ui/text-field';
import { passkeysWork } from '../../../../lib/passkeys-work';
import { fieldsOf, useForm } from '../../../../lib/use-form';
import { getPasskey } from '../../../../lib/webauthn';

interface Proof {
  code?: string;
  password?: string;
  passkey?: PasskeyUse;
}

interface ProofFormProps {
  confirmation: Confirmation;
  /** Fetches the ways again, because each challenge works once. */
  onUsed: () => void;
  /** Sends the proof; rejects with the error to show. */
  send: (proof: Proof) => Promise<() => void>;
  /** The button's label. */
  act: string;
}

type Typed = 'code' | 'recovery' | 'password';

const REQUIRED = {
  code: t`Enter the six-digit code`,
  recovery: t`Enter a recovery code`,
  password: t`Password is required`,
} as const;

/** Asks for a passkey, the code of an authenticator app, a recovery code or the password, as the account has them. */
export const ProofForm = ({ confirmation: { ways, passkey }, onUsed, send, act }: ProofFormProps) => {
  const first = (['code', 'password', 'recovery'] as const).find((way) => ways.includes(way));
  const hasPasskey = passkey !== null && passkeysWork();
  const [typed, setTyped] = useState<Typed | undefined>(
    hasPasskey && first === 'recovery' ? undefined : first,
  );
  const { message, busy, bind, set, show, callToField, attempt, props } = useForm({
    initial: { typed: '' },
    check: (given) => ({ typed: typed && given.typed.trim() === '' ? REQUIRED[typed] : undefined }),
    send: (given) => send(typed === 'password' ? { password: given.typed } : { code: given.typed }),
    errorsOf: (errors) => {
      const found = fieldsOf(errors);
      return { typed: found['code'] ?? found['password'] };
    },
  });
  const handlePasskey = () =>
    attempt(async () => {
      try {
        return await send({ passkey: await getPasskey(passkey ?? {}) });
      } catch (error) {
        onUsed();
        throw error;
      }
    }, 'passkey');
  const choose = (way: Typed): void => {
    setTyped(way);
    set({ typed: '' });
    show({});
    callToField();
  };

  const field = bind('typed');
  const other = typed === 'recovery' ? 'code' : 'recovery';
  return (
    <form {...props}>
      {hasPasskey ? (
        <Button
          variant={typed ? 'soft' : 'primary'}
          busy={busy === 'passkey'}
          disabled={busy !== null}
          onClick={() => void handlePasskey()}
        >
          <Fingerprint size="1.25em" aria-hidden />
          <span>{t`Use a passkey`}</span>
        </Button>
      ) : null}
      {typed === 'password' ? (
        <PasswordField label={t`Your password`} autoComplete="current-password" {...field} />
      ) : null}
      {typed === 'code' ? (
        <CodeField
          label={t`Code of your authenticator app`}
          {...field}
          onCode={(digits) => set({ typed: digits })}
        />
      ) : null}
      {typed === 'recovery' ? (
        <TextField
          label={t`Recovery code`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          note={{ tone: 'hint', text: t`Each works once.` }}
          {...field}
        />
      ) : null}
      <FormAlert message={message} />
      {typed ? (
        <Button type="submit" busy={busy === 'send'} disabled={busy === 'passkey'}>
          {act}
        </Button>
      ) : null}
      {ways.includes(other) && typed !== 'password' ? (
        <Button variant="ghost" disabled={busy !== null} onClick={() => choose(other)}>
          {other === 'code' ? t`Use my authenticator app` : t`Use a recovery code`}
        </Button>
      ) : null}
      {!hasPasskey && typed === undefined ? (
        <p className="text-muted">{noWay(ways.includes('passkey'))}</p>
      ) : null}
    </form>
  );
};

const noWay = (hasPasskey: boolean): string =>
  hasPasskey
    ? t`Your account has a passkey, which this browser cannot use. Try another one.`
    : t`Your account has no password. Sign out and in again, and then repeat what you did.`;
