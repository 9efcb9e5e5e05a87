import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../cache/keys';
import { runMutation } from '../../cache/run-mutation';
import { Card } from '../../components/ui/card';
import { Checkbox } from '../../components/ui/checkbox';
import type { CropShape } from '../../components/ui/crop-dialog';
import { Failed } from '../../components/ui/empty-state';
import { Logo } from '../../components/ui/logo';
import { PictureField } from '../../components/ui/picture-field';
import { Skeleton } from '../../components/ui/skeleton';
import { api } from '../../lib/api-client';
import { messageOf } from '../../lib/api-error';
import { askConfirmation } from '../../lib/dialogs';
import { toast } from '../../lib/toast';
import { InstanceForm, type SettingsChanges } from './instance-form';
import { showSettings } from './show-settings';

const LOGO: CropShape = { title: 'The logo', aspect: 1, round: false, widest: 640 };

interface SecondStepSwitchProps {
  required: boolean;
  onSave: (changes: SettingsChanges) => Promise<void>;
}

/** Whether admins and moderators need a second step. Asks first, since it can take the user's own rights away. */
const SecondStepSwitch = ({ required, onSave }: SecondStepSwitchProps) => {
  const handleChange = async (requireSecondFactor: boolean): Promise<void> => {
    const sure =
      !requireSecondFactor ||
      (await askConfirmation({
        title: 'Require a second step?',
        text: 'Admins and moderators who have none, you too, have the rights of members until they set one up in Settings › Security.',
        confirmLabel: 'Require it',
      }));
    if (sure) await onSave({ requireSecondFactor }).catch((error: unknown) => toast.error(messageOf(error)));
  };
  return (
    <Checkbox
      label="Admins and moderators need a second step, or have no more rights than members"
      checked={required}
      onChange={({ target }) => void handleChange(target.checked)}
    />
  );
};

/** /admin/instance: name, look and texts of the instance. */
export const InstanceSettings = () => {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keys.instanceSettings,
    queryFn: ({ signal }) => api.call('getInstanceSettings', { signal }),
    staleTime: 0,
  });
  const save = async (body: SettingsChanges): Promise<void> => {
    const answer = await runMutation(client, (idempotencyKey) =>
      api.call('updateInstanceSettings', { body, idempotencyKey }),
    );
    client.setQueryData(keys.instanceSettings, answer);
    void client.invalidateQueries({ queryKey: keys.instanceTexts });
    await showSettings(answer.data);
  };
  const saveLogo = async (logo: string): Promise<void> => {
    await save({ logo: logo === '' ? null : logo });
    toast.success(logo === '' ? 'Logo removed' : 'Logo updated');
  };
  if (!data)
    return error ? (
      <Failed text={messageOf(error)} retrying={isFetching} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label="Loading the settings">
        <Skeleton className="h-64 rounded-card" />
      </div>
    );
  return (
    <Card as="section" aria-label="Instance" className="flex flex-col gap-6 p-4 md:p-5">
      <div className="flex flex-wrap items-center gap-4">
        <Logo size={64} />
        <PictureField what="logo" shape={LOGO} current={data.data.logo} onSave={saveLogo} />
      </div>
      <SecondStepSwitch required={data.data.requireSecondFactor} onSave={save} />
      <InstanceForm settings={data.data} defaults={data.defaults} onSave={save} />
    </Card>
  );
};
