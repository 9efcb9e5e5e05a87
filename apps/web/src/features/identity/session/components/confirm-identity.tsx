import { t } from '@lingui/core/macro';
import { Dialog } from '../../../../components/ui/dialog';
import { Failed } from '../../../../components/ui/empty-state';
import { Skeleton } from '../../../../components/ui/skeleton';
import { api } from '../../../../lib/api-client';
import { messageOf } from '../../../../lib/api-error';
import { ProofForm } from './proof-form';
import { useConfirmation } from './use-confirmation';

interface ConfirmIdentityProps {
  /** Called once the identity is confirmed. */
  onConfirmed: () => void;
  onClose: () => void;
}

/** Asks the signed-in user to confirm the identity before a sensitive call. */
export const ConfirmIdentity = ({ onConfirmed, onClose }: ConfirmIdentityProps) => {
  const { confirmation, error, reload } = useConfirmation((options) => api.call('confirmOptions', options));
  return (
    <Dialog
      title={t`Is it you?`}
      description={t`Confirm it to go on. You are not asked again for 15 minutes.`}
      onClose={onClose}
    >
      {error ? (
        <Failed text={messageOf(error)} retrying={false} onRetry={reload} />
      ) : confirmation ? (
        <ProofForm
          confirmation={confirmation}
          onUsed={reload}
          act={t`Confirm`}
          send={async (proof) => {
            await api.call('confirmIdentity', { body: proof });
            return onConfirmed;
          }}
        />
      ) : (
        <Skeleton className="h-24 rounded-media" />
      )}
    </Dialog>
  );
};
