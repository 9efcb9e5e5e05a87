import { t } from '@lingui/core/macro';
import { Button } from '../../../../components/ui/button';
import { FormAlert } from '../../../../components/ui/form-alert';
import { Spinner } from '../../../../components/ui/spinner';
import { api } from '../../../../lib/api-client';
import { isSignedOut, messageOf } from '../../../../lib/api-error';
import { completeSignIn } from '../stores/factor-sign-in';
import { ProofForm } from './proof-form';
import { useConfirmation } from './use-confirmation';

/**
 * The second step of signing in. The page redirects once the session is there.
 * @param onBack returns to the first step
 */
export const SecondStep = ({ onBack }: { onBack: () => void }) => {
  const { confirmation, error, reload } = useConfirmation((options) =>
    api.call('secondFactorOptions', options),
  );
  return (
    <div className="flex flex-col gap-4">
      {error ? (
        <>
          <FormAlert message={{ tone: 'error', text: messageOf(error) }} />
          {isSignedOut(error) ? null : (
            <Button variant="soft" onClick={reload}>
              {t`Try again`}
            </Button>
          )}
        </>
      ) : confirmation ? (
        <ProofForm
          confirmation={confirmation}
          onUsed={reload}
          act={t`Confirm`}
          send={async ({ code, passkey }) => {
            await completeSignIn({ code, passkey });
            return () => undefined;
          }}
        />
      ) : (
        <Spinner label={t`Loading`} className="min-h-24" />
      )}
      <Button variant="ghost" onClick={onBack}>
        {t`Back to sign-in`}
      </Button>
    </div>
  );
};
