import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { Card } from '../../../components/ui/card';
import type { CropShape } from '../../../components/ui/crop-dialog';
import { Failed } from '../../../components/ui/empty-state';
import { Logo } from '../../../components/ui/logo';
import { PictureField } from '../../../components/ui/picture-field';
import { Skeleton } from '../../../components/ui/skeleton';
import { api } from '../../../lib/api-client';
import { messageOf } from '../../../lib/api-error';
import { toast } from '../../../lib/toast';
import { InstanceForm } from './instance-form';
import { PressedSettings } from './pressed-settings';
import { useSaveSettings } from './use-save-settings';

const LOGO: CropShape = { title: t`The logo`, aspect: 1, round: false, widest: 640 };

/** /admin/instance: name, look and texts of the instance. */
export const InstanceSettings = () => {
  const save = useSaveSettings();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keys.instanceSettings,
    queryFn: ({ signal }) => api.call('getInstanceSettings', { signal }),
    staleTime: 0,
  });
  const saveLogo = async (logo: string): Promise<void> => {
    await save({ logo: logo === '' ? null : logo });
    toast.success(logo === '' ? t`Logo removed` : t`Logo updated`);
  };
  if (!data)
    return error ? (
      <Failed text={messageOf(error)} retrying={isFetching} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label={t`Loading the settings`}>
        <Skeleton className="h-64 rounded-card" />
      </div>
    );
  return (
    <Card as="section" aria-label={t`Instance`} className="flex flex-col gap-6 p-4 md:p-5">
      <div className="flex flex-wrap items-center gap-4">
        <Logo size={64} />
        <PictureField what="logo" shape={LOGO} current={data.data.logo} onSave={saveLogo} />
      </div>
      <PressedSettings page="instance" settings={data.data} />
      <InstanceForm settings={data.data} defaults={data.defaults} onSave={save} />
    </Card>
  );
};
