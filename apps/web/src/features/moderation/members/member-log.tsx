import { t } from '@lingui/core/macro';
import { deviceWords } from '@social-feed/contracts';
import { useId, useState } from 'react';
import { keys } from '../../../cache/keys';
import { useKeyset } from '../../../cache/use-keyset';
import { Button } from '../../../components/ui/button';
import { Paged } from '../../../components/ui/paged';
import { Skeleton } from '../../../components/ui/skeleton';
import { timeAgo } from '../../../lib/ago';
import { api } from '../../../lib/api-client';
import { describeEvent } from '../../../lib/security-events';
import { useMinutes } from '../../../lib/use-age';
import { Lines } from '../admin/lines';

const NONE = t`No activity in the last 180 days.`;

const Entries = ({ userId }: { userId: string }) => {
  useMinutes();
  const query = useKeyset(keys.member(userId, 'log'), (cursor, signal) =>
    api.call('listSecurityLogOf', { query: { userId, cursor }, signal }),
  );
  return (
    <Paged
      query={query}
      what="activity"
      loading={<Skeleton className="h-40 rounded-card" />}
      empty={<p className="text-meta text-muted">{NONE}</p>}
    >
      <Lines
        title={t`Sign-ins and changes`}
        none={NONE}
        lines={query.items.map((entry) => ({
          key: entry._id,
          text: describeEvent(entry),
          about: [timeAgo(entry.at), deviceWords(entry.device), entry.network]
            .filter((part) => part !== '')
            .join(' · '),
        }))}
      />
    </Paged>
  );
};

/** The security log of a member, for admins. Loaded when it is unfolded. */
export const MemberLog = ({ userId }: { userId: string }) => {
  const [open, setOpen] = useState(false);
  const region = useId();
  return (
    <div>
      <Button
        variant="soft"
        size="sm"
        aria-expanded={open}
        aria-controls={region}
        onClick={() => setOpen(!open)}
      >
        {t`Security log`}
      </Button>
      <div id={region} hidden={!open} className="mt-2">
        {open ? <Entries userId={userId} /> : null}
      </div>
    </div>
  );
};
