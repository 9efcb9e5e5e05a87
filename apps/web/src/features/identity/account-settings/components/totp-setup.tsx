import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { encode } from 'uqr';
import { Button } from '../../../../components/ui/button';
import { CodeField } from '../../../../components/ui/code-field';
import { FormAlert } from '../../../../components/ui/form-alert';
import { api } from '../../../../lib/api-client';
import { useForm } from '../../../../lib/use-form';

/** Quiet zone around a QR code, in modules. */
const BORDER = 4;

/** One path for all dark modules. */
const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x},${y}h1v1h-1z` : ''))).join('');

/** Always dark on light, because many cameras read nothing else. */
const QrCode = ({ text }: { text: string }) => {
  const { size, path } = useMemo(() => {
    const code = encode(text, { border: BORDER });
    return { size: code.size, path: pathOf(code.data) };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={t`QR code for your authenticator app`}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-media"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};

export interface NewTotp {
  secret: string;
  uri: string;
  ticket: string;
}

interface TotpSetupProps {
  totp: NewTotp;
  onAdded: (recoveryCodes: readonly string[] | undefined) => void;
  onClose: () => void;
}

/** Shows the secret of an authenticator app and asks for its first code. */
export const TotpSetup = ({ totp: { secret, uri, ticket }, onAdded, onClose }: TotpSetupProps) => {
  const { message, busy, bind, set, props } = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code.length < 6 ? t`Enter the six-digit code` : undefined }),
    send: async ({ code }) => {
      const { recoveryCodes } = await api.call('addTotp', { body: { ticket, code } });
      return () => onAdded(recoveryCodes);
    },
  });
  return (
    <form {...props}>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={uri} />
        <div className="min-w-0 flex-[1_1_12rem]">
          <p>{t`Scan the code with your authenticator app, or type the secret into it.`}</p>
          <p className="mt-2 text-meta text-muted">{t`Secret`}</p>
          <code className="break-all select-all">{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </div>
      </div>
      <CodeField label={t`Code that the app shows`} {...bind('code')} onCode={(code) => set({ code })} />
      <FormAlert message={message} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy !== null}>
          {t`Confirm app`}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
};
