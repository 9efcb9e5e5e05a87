import { t } from '@lingui/core/macro';
import { deviceWords, type SecurityLogEntry } from '@social-feed/contracts';
import { KeyRound, LogIn, LogOut, ShieldAlert } from 'lucide-react';
import { keys } from '../../../../cache/keys';
import { useKeyset } from '../../../../cache/use-keyset';
import { More } from '../../../../components/ui/paged';
import { api } from '../../../../lib/api-client';
import { timeAgo } from '../../../../lib/ago';
import { formatMoment } from '../../../../lib/moment';
import { describeEvent, isFailure } from '../../../../lib/security-events';
import { useMinutes } from '../../../../lib/use-age';
import { Listing, Row } from './listing';

const iconOf = (entry: SecurityLogEntry) => {
  if (isFailure(entry)) return ShieldAlert;
  if (/^sign-in|^account-created/.test(entry.event)) return LogIn;
  return /^sign-out|session|disowned/.test(entry.event) ? LogOut : KeyRound;
};

/** Time, device and network of an entry; device and network are missing if the server did it. */
const placeOf = ({ at, device, network }: SecurityLogEntry): string =>
  [timeAgo(at), deviceWords(device), network].filter((part) => part !== '').join(' · ');

/** Sign-ins, failed sign-ins and changes of the account, latest first. */
export const SecurityLog = () => {
  useMinutes();
  const query = useKeyset(keys.settings('security-log'), (cursor, signal) =>
    api.call('listSecurityLog', { query: { cursor, limit: 10 }, signal }),
  );
  const data = query.data === undefined ? undefined : query.items;
  return (
    <>
      <Listing label={t`Recent activity`} query={{ ...query, data }} empty={t`No activity yet.`}>
        {(entry) => {
          const Icon = iconOf(entry);
          return (
            <Row
              icon={<Icon size="1.25em" aria-hidden />}
              title={<span dir="auto">{describeEvent(entry)}</span>}
              text={<span title={formatMoment(entry.at)}>{placeOf(entry)}</span>}
            />
          );
        }}
      </Listing>
      {data === undefined ? null : <More query={query} what="activity" />}
    </>
  );
};
