import { plural, t } from '@lingui/core/macro';
import { deviceWords, type OwnSession } from '@social-feed/contracts';
import { Monitor, MonitorSmartphone, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../components/ui/button';
import { api } from '../../../../lib/api-client';
import { timeAgo } from '../../../../lib/ago';
import { useMinutes } from '../../../../lib/use-age';
import { formatMoment } from '../../../../lib/moment';
import { useRowAction } from '../use-row-action';
import { Listing, Row, RowButton } from './listing';
import { useSetting } from '../own-account';

/** The server names devices as "{browser} on {system}". */
const iconOf = (device: string) => {
  if (/\b(iOS|Android)$/.test(device)) return Smartphone;
  return /\b(Windows|macOS|ChromeOS|Linux)$/.test(device) ? Monitor : MonitorSmartphone;
};

/** Number of devices shown at first. Users who rarely sign out have many more. */
const SHOWN_FIRST = 5;

const lastUse = ({ current, createdAt, lastUsedAt }: OwnSession): string =>
  current
    ? t({
        message: `Signed in ${timeAgo(createdAt)}`,
        comment: 'The value is such as “2m ago”, “just now” or a date.',
      })
    : t({
        message: `Last used ${timeAgo(lastUsedAt)}`,
        comment: 'The value is such as “2m ago”, “just now” or a date.',
      });

/** The user's active sessions, with buttons to end one or all others. */
export const SessionList = () => {
  useMinutes();
  const query = useSetting('sessions', (options) => api.call('listSessions', options));
  const [all, setAll] = useState(false);
  const { act, bind } = useRowAction('sessions');
  const handleEnd = (session: OwnSession) => {
    const [sessionId, device] = [session._id, deviceWords(session.device)];
    act(sessionId, () => api.call('endSession', { params: { sessionId } }), t`${device} is signed out`);
  };
  const handleEndOthers = () =>
    act('others', () => api.call('endOtherSessions'), t`All other devices are signed out`);

  const count = query.data?.length ?? 0;
  const sorted = query.data?.toSorted((a, b) => Number(b.current) - Number(a.current));
  const shown = { ...query, data: all ? sorted : sorted?.slice(0, SHOWN_FIRST) };
  const others = (query.data ?? []).filter((session) => !session.current).length;
  return (
    <>
      <Listing query={shown} empty={t`No devices.`}>
        {(session) => {
          const Icon = iconOf(session.device);
          return (
            <Row
              icon={<Icon size="1.25em" aria-hidden />}
              title={deviceWords(session.device)}
              text={
                <span title={formatMoment(session.lastUsedAt)}>
                  {[lastUse(session), session.network].filter(Boolean).join(' · ')}
                </span>
              }
            >
              {session.current ? (
                <span className="shrink-0 rounded-pill bg-accent-soft px-2 py-0.5 text-meta font-medium text-accent-text">
                  {t`This device`}
                </span>
              ) : (
                <RowButton
                  text={t`Sign out`}
                  label={t`Sign out ${deviceWords(session.device)}`}
                  {...bind(session._id)}
                  onClick={() => handleEnd(session)}
                />
              )}
            </Row>
          );
        }}
      </Listing>
      {!all && count > SHOWN_FIRST ? (
        <Button variant="ghost" size="sm" className="mt-2 -ms-4" onClick={() => setAll(true)}>
          {plural(count, { other: 'Show all # devices' })}
        </Button>
      ) : null}
      {others > 0 ? (
        <Button variant="soft" className="mt-4" {...bind('others')} onClick={() => handleEndOthers()}>
          {t`Sign out all other devices`}
        </Button>
      ) : null}
    </>
  );
};
