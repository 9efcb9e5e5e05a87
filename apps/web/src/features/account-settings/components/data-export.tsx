import { exportData, me } from '@social-feed/contracts';
import { Download } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../components/ui/button';
import { FormAlert } from '../../../components/ui/form-alert';
import { env } from '../../../config/env';
import { api } from '../../../lib/api-client';
import { useAction } from '../hooks/use-action';

/** Downloads everything that is theirs; the browser streams the file itself, however big it is. */
export const DataExport = () => {
  const { busy, problems, run } = useAction();
  const link = useRef<HTMLAnchorElement>(null);
  const handleExport = (): Promise<boolean> =>
    run(async () => {
      // a download cannot refresh the session: this does
      await api.call(me);
      link.current?.click();
    });
  return (
    <div className="flex flex-col items-start gap-4">
      <FormAlert message={problems.message === null ? null : { tone: 'error', text: problems.message }} />
      <Button variant="soft" busy={busy} onClick={() => void handleExport()}>
        <Download size={18} aria-hidden />
        Download my data
      </Button>
      <a ref={link} href={`${env.apiUrl}${exportData.path}`} download hidden>
        My data
      </a>
    </div>
  );
};
