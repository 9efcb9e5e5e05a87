import { t } from '@lingui/core/macro';
import type { PasskeyUse } from '@social-feed/contracts';
import { Fingerprint } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../../../components/ui/button';
import { FormAlert } from '../../../../components/ui/form-alert';
import { api } from '../../../../lib/api-client';
import { ApiError, messageOf } from '../../../../lib/api-error';
import { MINUTE } from '../../../../lib/time';
import { toast } from '../../../../lib/toast';
import { getPasskey } from '../../../../lib/webauthn';
import type { SignInStep } from '../model/sign-in-step';
import { signInByPasskey } from '../stores/factor-sign-in';

/** The challenge of an offered passkey ends after 10 minutes. */
const RENEWED_AFTER = 9 * MINUTE;

/** Waits until the user picks a passkey from the suggestions of the name field; undefined if there are none. */
const pickedInField = async (signal: AbortSignal): Promise<PasskeyUse | undefined> => {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return undefined;
  const { data } = await api.call('passkeyOptions', { signal });
  return getPasskey(data, { mediation: 'conditional', signal });
};

/**
 * Sign-in with a passkey alone: from the suggestions of the name field, and by a button. Load it lazily. The page
 * redirects once the session is there.
 * @param onStep called when a suspended user wants to answer
 */
export const PasskeySignIn = ({ onStep }: { onStep: (step: SignInStep) => void }) => {
  const [suspension, setSuspension] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [tries, setTries] = useState(0);

  const refuse = (error: unknown): void => {
    const text = messageOf(error);
    if (error instanceof ApiError && error.code === 'ACCOUNT_SUSPENDED') setSuspension(text);
    else toast.error(text);
  };
  const refusePicked = useEffectEvent(refuse);

  useEffect(() => {
    // a browser runs one request at a time
    if (busy) return;
    const abort = new AbortController();
    const offer = async (): Promise<void> => {
      // nobody asked for suggestions, so that their failure is not reported
      const passkey = await pickedInField(abort.signal).catch(() => undefined);
      if (!passkey || abort.signal.aborted) return;
      await signInByPasskey(passkey).catch((error: unknown) => {
        refusePicked(error);
        setTries((count) => count + 1);
      });
    };
    void offer();
    const timer = setTimeout(() => setTries((count) => count + 1), RENEWED_AFTER);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [busy, tries]);

  const handlePress = async (): Promise<void> => {
    setBusy(true);
    setSuspension(undefined);
    try {
      const { data } = await api.call('passkeyOptions');
      await signInByPasskey(await getPasskey(data));
    } catch (error) {
      refuse(error);
    }
    setBusy(false);
  };
  return (
    <div className="flex flex-col gap-4">
      <Button variant="ghost" busy={busy} className="w-full" onClick={() => void handlePress()}>
        <Fingerprint size="1.25em" aria-hidden />
        <span>{t`Sign in with a passkey`}</span>
      </Button>
      {suspension === undefined ? null : (
        <>
          <FormAlert message={{ tone: 'error', text: suspension }} />
          <Button variant="ghost" className="w-full" onClick={() => onStep('account_suspended')}>
            {t`Answer this decision`}
          </Button>
        </>
      )}
    </div>
  );
};
