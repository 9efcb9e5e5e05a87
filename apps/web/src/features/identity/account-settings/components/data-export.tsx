import { t } from '@lingui/core/macro';
import { routes } from '@social-feed/contracts/routes';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../../components/ui/button';
import { FormAlert } from '../../../../components/ui/form-alert';
import { env } from '../../../../config/env';
import { api } from '../../../../lib/api-client';
import { messageOf } from '../../../../lib/api-error';

/** Downloads all data of the account. The browser streams the file, so its size does not matter. */
export const DataExport = () => {
  const link = useRef<HTMLAnchorElement>(null);
  // A download can neither refresh the session nor ask for the second step, so this request does.
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.call('checkConfirmed'),
    onSuccess: () => link.current?.click(),
    retry: false,
  });
  return (
    <div className="flex flex-col items-start gap-4">
      <FormAlert message={error && { tone: 'error', text: messageOf(error) }} />
      <Button variant="soft" busy={isPending} onClick={() => mutate()}>
        <Download size="1.125em" aria-hidden />
        <span>{t`Download my data`}</span>
      </Button>
      <a ref={link} href={`${env.apiUrl}${routes.exportData.path}`} download hidden>
        {t`My data`}
      </a>
    </div>
  );
};
