import type { Digest } from '@social-feed/contracts';
import { RadioList } from '../../../components/ui/radio-list';
import { Skeleton } from '../../../components/ui/skeleton';
import { useNotificationSettings } from '../notification-settings';
import { LoadFailed } from './listing';

const OPTIONS: Record<Digest, string> = { off: 'Never', daily: 'Once a day', weekly: 'Once a week' };

/** How often a mail tells of what is not read. */
export const DigestChoice = ({ viewerId }: { viewerId: string }) => {
  const { query, change } = useNotificationSettings(viewerId);
  if (query.data === undefined)
    return query.error ? <LoadFailed query={query} /> : <Skeleton className="h-33 rounded-media" />;
  const { digest: before } = query.data;
  return (
    <RadioList
      legend="Send me a mail"
      options={OPTIONS}
      value={before}
      onChange={(digest) =>
        change({ change: (held) => ({ ...held, digest }), undo: (held) => ({ ...held, digest: before }) })
      }
    />
  );
};
