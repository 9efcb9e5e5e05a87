import { t } from '@lingui/core/macro';
import { Copy } from 'lucide-react';
import { IconButton } from '../../../../components/ui/icon-button';
import { copyText } from '../../../../lib/copy-text';
import { toast } from '../../../../lib/toast';

/** New recovery codes, which are shown once. */
export const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => {
  const handleCopy = (): Promise<void> =>
    copyText(codes.join('\n')).then(
      () => toast.success(t`Recovery codes copied`),
      () => toast.error(t`Could not copy. Select the codes and copy them by hand.`),
    );
  return (
    <div className="mb-4 rounded-media bg-success-soft p-4">
      <div className="flex items-start gap-1">
        <p className="min-w-0 flex-1 font-medium text-success">
          {t`Keep these recovery codes in a safe place. Each signs you in once if you lose your second step. They are not shown again.`}
        </p>
        <IconButton label={t`Copy recovery codes`} onClick={() => void handleCopy()}>
          <Copy size="1.125em" aria-hidden />
        </IconButton>
      </div>
      <ul aria-label={t`Recovery codes`} className="mt-1 grid grid-cols-2 gap-x-4 text-meta">
        {codes.map((code) => (
          <li key={code}>
            <code className="select-all">{code}</code>
          </li>
        ))}
      </ul>
    </div>
  );
};
