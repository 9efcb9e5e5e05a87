import { t } from '@lingui/core/macro';
import { FACTOR_LIMITS, isBlank, type Factor } from '@social-feed/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Fingerprint, Smartphone } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Button } from '../../../../components/ui/button';
import { FormAlert } from '../../../../components/ui/form-alert';
import { TextField } from '../../../../components/ui/text-field';
import { timeAgo } from '../../../../lib/ago';
import { api } from '../../../../lib/api-client';
import { lazyPart } from '../../../../lib/lazy';
import { leftOf, tooLong } from '../../../../lib/length';
import { passkeysWork } from '../../../../lib/passkeys-work';
import { factorName } from '../../../../lib/security-events';
import { useMinutes } from '../../../../lib/use-age';
import { useForm } from '../../../../lib/use-form';
import { useOwnAccount } from '../../../../lib/viewer';
import { createPasskey, keepPasskeys } from '../../../../lib/webauthn';
import { refetchSettings, useFactors, useSetting } from '../own-account';
import { useRowAction } from '../use-row-action';
import { Listing, Row, RowButton } from './listing';
import { RecoveryCodes } from './recovery-codes';
import type { NewTotp } from './totp-setup';

const TotpSetup = lazyPart(() => import('./totp-setup'), 'TotpSetup');

type Added = (recoveryCodes: readonly string[] | undefined) => void;

const lastUse = ({ createdAt, lastUsedAt }: Factor): string =>
  lastUsedAt === null
    ? t({
        message: `Added ${timeAgo(createdAt)}`,
        comment: 'The value is such as “2m ago”, “just now” or a date.',
      })
    : t({
        message: `Last used ${timeAgo(lastUsedAt)}`,
        comment: 'The value is such as “2m ago”, “just now” or a date.',
      });

/** A name, then the browser's own dialog. */
const AddPasskey = ({ onAdded }: { onAdded: Added }) => {
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => ({ name: tooLong(name, FACTOR_LIMITS.nameMax) }),
    send: async ({ name }) => {
      const { data: options } = await api.call('beginPasskey');
      const passkey = await createPasskey(options);
      const { recoveryCodes } = await api.call('addPasskey', { body: { name: name.trim(), passkey } });
      return () => {
        form.set({ name: '' });
        onAdded(recoveryCodes);
      };
    },
  });
  return (
    <form {...form.props} className="flex flex-wrap items-start gap-3">
      <TextField
        label={t`Passkey name`}
        className="min-w-0 flex-1 basis-60"
        placeholder={t`Where it is, e.g. Laptop`}
        note={leftOf(form.fields.name, FACTOR_LIMITS.nameMax)}
        {...form.bind('name')}
        name="passkeyName"
        error={form.errors.name ?? form.message?.text}
      />
      <Button
        type="submit"
        busy={form.busy !== null}
        disabled={isBlank(form.fields.name)}
        className="md:mt-6"
      >
        {form.busy ? t`Adding...` : t`Add passkey`}
      </Button>
    </form>
  );
};

/** A button, then the code of the app. */
const AddTotp = ({ onAdded }: { onAdded: Added }) => {
  const [begun, setBegun] = useState<NewTotp>();
  const { message, busy, attempt } = useForm({ initial: {}, send: () => Promise.reject(new Error()) });
  const handleBegin = () =>
    attempt(async () => {
      const { data } = await api.call('beginTotp');
      return () => setBegun(data);
    });
  if (!begun)
    return (
      <div className="flex flex-col items-start gap-4">
        <FormAlert message={message} />
        <Button variant="outline" busy={busy !== null} onClick={() => void handleBegin()}>
          {t`Add an authenticator app`}
        </Button>
      </div>
    );
  return (
    <Suspense>
      <TotpSetup
        totp={begun}
        onClose={() => setBegun(undefined)}
        onAdded={(codes) => {
          setBegun(undefined);
          onAdded(codes);
        }}
      />
    </Suspense>
  );
};

/** Moves to the field of the code that confirms the address, further up on this page. */
const toCode = (): void => document.querySelector<HTMLElement>('input[name=otp]')?.focus();

/** Passkeys, the authenticator app and recovery codes of the account. */
export const SecondSteps = () => {
  useMinutes();
  const client = useQueryClient();
  const userId = useOwnAccount()?._id;
  const query = useFactors();
  /** New recovery codes. They are stored only in this state. */
  const [codes, setCodes] = useState<readonly string[]>();
  const { act, bind } = useRowAction('factors');
  const own = query.data?.factors ?? [];
  // a list from before this visit may lack a passkey that the device has
  const read = query.isFetchedAfterMount && !query.isFetching ? query.data?.factors : undefined;
  useEffect(() => {
    if (userId && read)
      keepPasskeys(
        userId,
        read.flatMap(({ credentialId }) => credentialId ?? []),
      );
  }, [userId, read]);
  const email = useSetting('email', (options) => api.call('getOwnEmail', options));
  const handleAdded: Added = (recoveryCodes) => {
    if (recoveryCodes) setCodes(recoveryCodes);
    void refetchSettings(client, 'factors');
  };
  const handleRemove = ({ _id, name: kept }: Factor) => {
    const name = factorName(kept);
    act(
      _id,
      async () => {
        await api.call('removeFactor', { params: { factorId: _id } });
        if (own.length === 1) setCodes(undefined);
      },
      t`${name} is removed`,
    );
  };
  const handleCodes = () =>
    act(
      'codes',
      async () => setCodes((await api.call('makeRecoveryCodes')).recoveryCodes),
      t`The old recovery codes no longer work`,
    );

  return (
    <>
      <div aria-live="polite">{codes ? <RecoveryCodes codes={codes} /> : null}</div>
      <Listing
        query={{ ...query, data: query.data?.factors }}
        empty={t`None yet. A password alone signs in to your account.`}
      >
        {(factor) => (
          <Row
            icon={
              factor.kind === 'totp' ? (
                <Smartphone size="1.25em" aria-hidden />
              ) : (
                <Fingerprint size="1.25em" aria-hidden />
              )
            }
            title={<span dir="auto">{factorName(factor.name)}</span>}
            text={lastUse(factor)}
          >
            <RowButton
              text={t`Remove`}
              label={t`Remove ${factorName(factor.name)}`}
              {...bind(factor._id)}
              onClick={() => handleRemove(factor)}
            />
          </Row>
        )}
      </Listing>
      {email.data?.confirmed === false ? (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-60 text-muted">{t`Confirm your e-mail address first.`}</p>
          <Button variant="outline" size="sm" onClick={toCode}>
            {t`Go to the code`}
          </Button>
        </div>
      ) : query.data ? (
        <div className="mt-4 flex flex-col gap-4">
          {passkeysWork() ? <AddPasskey onAdded={handleAdded} /> : null}
          {own.some(({ kind }) => kind === 'totp') ? null : <AddTotp onAdded={handleAdded} />}
          {own.length === 0 ? null : (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <p className="min-w-0 flex-1 basis-60 text-muted">
                {t`Recovery codes left: ${query.data.recoveryCodes}. Make new ones before you run out.`}
              </p>
              <Button variant="outline" size="sm" {...bind('codes')} onClick={handleCodes}>
                {t`Make new codes`}
              </Button>
            </div>
          )}
        </div>
      ) : null}
    </>
  );
};
