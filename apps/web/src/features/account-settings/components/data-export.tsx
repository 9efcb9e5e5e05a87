import { exportData, me } from '@social-feed/contracts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../components/ui/button';
import { FormAlert } from '../../../components/ui/form-alert';
import { env } from '../../../config/env';
import { api } from '../../../lib/api-client';
import { messageOf } from '../../../lib/api-error';

/** Downloads everything that is theirs; the browser streams the file itself, however big it is. */
export const DataExport = () => {
  const link = useRef<HTMLAnchorElement>(null);
  // a download cannot refresh the session: this does
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.call(me),
    onSuccess: () => link.current?.click(),
    retry: false,
  });
  return (
    <div className="flex flex-col items-start gap-4">
      <FormAlert message={error && { tone: 'error', text: messageOf(error) }} />
      <Button variant="soft" busy={isPending} onClick={() => mutate()}>
        <Download size={18} aria-hidden />
        <span>Download my data</span>
      </Button>
      <a ref={link} href={`${env.apiUrl}${exportData.path}`} download hidden>
        My data
      </a>
    </div>
  );
};
