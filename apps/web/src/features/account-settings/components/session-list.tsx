import { endOtherSessions, endSession, listSessions, type OwnSession } from '@social-feed/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { Button } from '../../../components/ui/button';
import { api } from '../../../lib/api-client';
import { formatFullTime, formatPostTime } from '../../../lib/format';
import { toast } from '../../../lib/toast';
import { messageOf } from '../../../lib/api-error';
import { useState } from 'react';
import { Listing } from './listing';

export const SESSIONS_KEY = ['settings', 'sessions'] as const;

/** Where the person is signed in; ends one or all others (design §4, Settings). */
export const SessionList = () => {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: async ({ signal }) => (await api.call(listSessions, { signal })).data,
    staleTime: 0,
  });
  /** The session being ended, or all others. */
  const [ending, setEnding] = useState<string | null>(null);

  const end = async (what: string, call: () => Promise<unknown>, said: string): Promise<void> => {
    setEnding(what);
    try {
      await call();
      toast.success(said);
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      await client.invalidateQueries({ queryKey: SESSIONS_KEY });
      setEnding(null);
    }
  };
  const handleEnd = ({ _id, device }: OwnSession): Promise<void> =>
    end(_id, () => api.call(endSession, { params: { sessionId: _id } }), `${device} is signed out`);
  const handleEndOthers = (): Promise<void> =>
    end('others', () => api.call(endOtherSessions), 'All other devices are signed out');

  const others = (query.data ?? []).filter((session) => !session.current).length;
  return (
    <>
      <Listing query={query} empty="No devices.">
        {(session) => (
          <>
            <MonitorSmartphone size={22} aria-hidden className="shrink-0 text-muted" />
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{session.device}</p>
              <p className="truncate text-meta text-muted" title={formatFullTime(session.lastUsedAt)}>
                {session.current ? 'This device' : `Last used ${formatPostTime(session.lastUsedAt)}`} ·{' '}
                {session.ip}
              </p>
            </div>
            {session.current ? null : (
              <Button
                variant="outline"
                size="sm"
                aria-label={`Sign out ${session.device}`}
                busy={ending === session._id}
                disabled={ending !== null}
                onClick={() => void handleEnd(session)}
              >
                Sign out
              </Button>
            )}
          </>
        )}
      </Listing>
      {others > 0 ? (
        <Button
          variant="soft"
          className="mt-4"
          busy={ending === 'others'}
          disabled={ending !== null}
          onClick={() => void handleEndOthers()}
        >
          Sign out all other devices
        </Button>
      ) : null}
    </>
  );
};
