import type { BodyOf, InstanceSettings } from '@social-feed/contracts';
import type { Calls } from '@social-feed/contracts/calls';
import { useMutation } from '@tanstack/react-query';
import { Checkbox } from '../../../components/ui/checkbox';
import { Segmented } from '../../../components/ui/segmented';
import { api } from '../../../lib/api-client';
import { messageOf } from '../../../lib/api-error';
import { useInstance } from '../../../lib/instance';
import { toast } from '../../../lib/toast';
import { showSettings } from '../show-settings';
import { Section } from '../admin/section';

/** Short, so that none breaks on a phone. */
const MODES = { open: 'Open', approval: 'Approval', invitation: 'Invited', closed: 'Closed' };
const MODE_TEXTS: Record<InstanceSettings['registration'], string> = {
  open: 'Everybody can make an account.',
  approval: 'People apply with a sentence and wait here. Invited people come in at once.',
  invitation: 'Only with an invitation.',
  closed: 'Nobody can make an account, not even with an invitation.',
};

/** The mode of registration, saved with each press. */
export const ModeForm = () => {
  const instance = useInstance();
  const { mutate, isPending } = useMutation({
    mutationFn: (body: BodyOf<Calls['updateInstanceSettings']>) =>
      api.call('updateInstanceSettings', { body }),
    retry: false,
    onError: (error) => toast.error(messageOf(error)),
    onSuccess: ({ data }) => showSettings(data),
  });
  const { registration = 'open', registrationProof = false, invitations = 'admins' } = instance ?? {};
  const disabled = isPending || instance === undefined;
  return (
    <Section title="Registration" text={MODE_TEXTS[registration]}>
      <div className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none]">
        <div className="min-w-max">
          <Segmented
            label="Mode"
            size="sm"
            options={MODES}
            value={registration}
            disabled={disabled}
            onChange={(mode) => mutate({ registration: mode })}
          />
        </div>
      </div>
      <div className="mt-3 flex flex-col">
        <Checkbox
          label="Members may invite, not only admins"
          checked={invitations === 'members'}
          disabled={disabled}
          onChange={({ target }) => mutate({ invitations: target.checked ? 'members' : 'admins' })}
        />
        <Checkbox
          label="Browsers prove work at sign-up, which slows robots"
          checked={registrationProof}
          disabled={disabled}
          onChange={({ target }) => mutate({ registrationProof: target.checked })}
        />
      </div>
    </Section>
  );
};
