import { plural } from '@lingui/core/macro';
import { PEOPLE_LIMITS, type AnswerOf } from '@social-feed/contracts';
import type { Calls } from '@social-feed/contracts/calls';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { keepLanguages } from '../../../cache/language-store';
import { keepMuted, readMuted } from '../../../cache/muted-store';
import {
  acknowledge,
  CHANGE_ADDED,
  isReaction,
  isWanted,
  noteSent,
  pendingChangesOf,
  removePendingChange,
  usePendingStore,
  watchPendingChanges,
  type PendingPeopleChange,
} from '../../../cache/pending-changes';
import { runMutation } from '../../../cache/run-mutation';
import { updateCached } from '../../../cache/update-cached';
import { api } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';
import { Batcher, onceOnline } from '../../../lib/batcher';
import { asRecord } from '../../../lib/json';
import { toast } from '../../../lib/toast';
import { MINUTE } from '../../../lib/time';
import { useFollowStore } from '../../content/post/reactions/follow';
import { sendWaitingReactions, showWaitingReactions } from '../../content/post/reactions/waiting-reactions';
import { useEffect } from 'react';
import { formatNumber } from '../../../lib/locale';
import { applyOwnPeople, fetchOwnPeople, followsOf, hasArrived, keyOfMuted } from './own-people';

/** Delay for batching changes, in milliseconds. */
const GATHER = 5000;
type Result = AnswerOf<Calls['changePeople']>['data']['results'][number];

/** Why a follow comes back. */
const followsFull = (): string => {
  const most = formatNumber(PEOPLE_LIMITS.followsMax);
  return plural(PEOPLE_LIMITS.followsMax, {
    one: `You follow ${most} person, as many as one can`,
    other: `You follow ${most} people, as many as one can`,
  });
};

/** Updates follow counts on a loaded profile; everything else comes with the next fetch. */
const countFollow = (
  client: QueryClient,
  userId: string,
  name: 'followers' | 'following',
  by: number,
): void => {
  if (by !== 0)
    updateCached(client, keys.boardOf(userId), (held) =>
      Array.isArray(held)
        ? held.map((board: unknown) => {
            const stats = asRecord(asRecord(board)['socialStats']);
            return { ...asRecord(board), socialStats: { ...stats, [name]: Number(stats[name]) + by } };
          })
        : held,
    );
  void client.invalidateQueries({ queryKey: keys.boardOf(userId) });
};

type Sent = readonly [subject: string, change: PendingPeopleChange];

/** Takes over the results of sent changes where they differ from what is shown. */
const takeResults = async (
  client: QueryClient,
  viewerId: string,
  sent: readonly Sent[],
  results: readonly Result[],
): Promise<void> => {
  const mutedKey = await keyOfMuted(sent.some(([, change]) => 'word' in change));
  let refused = '';
  sent.forEach((entry, index) => {
    const [, change] = entry;
    const result = results[index];
    if (!result) return;
    if ('languages' in result) {
      if (acknowledge(viewerId, entry)) keepLanguages(viewerId, result.languages);
      return;
    }
    const follows = change.kind.endsWith('follow');
    const is = 'word' in result ? result.isMuted : follows ? result.isFollowing : result.isBlocked;
    const isLast = acknowledge(viewerId, entry, is);
    if (isLast === undefined) return;
    if ('word' in change && isLast && is !== isWanted(change)) {
      if (!is)
        refused = plural(PEOPLE_LIMITS.mutedMax, {
          one: 'You mute # word, as many as one can',
          other: 'You mute # words, as many as one can',
        });
      keepMuted(
        viewerId,
        readMuted(viewerId).filter((held) => is || mutedKey(held) !== mutedKey(change)),
      );
    }
    if (!follows || !('user' in change)) return;
    countFollow(client, change.user, 'followers', Number(is) - Number(change.was));
    countFollow(client, viewerId, 'following', Number(is) - Number(change.was));
    const held = followsOf(viewerId);
    if (!isLast || (held[change.user] === true) === is) return;
    if (isWanted(change) && Object.values(held).filter(Boolean).length > PEOPLE_LIMITS.followsMax)
      refused = followsFull();
    useFollowStore.getState().replace(viewerId, { ...held, [change.user]: is });
  });
  if (refused) toast.error(refused);
};

/** What the API takes of a change. */
const bodyOf = ({ was: _was, tried: _tried, ...change }: PendingPeopleChange & { was?: unknown }) => change;

/** Number of calls that changed the account's lists. */
let changed = 0;

/**
 * Sends the pending changes with these keys. Failed changes stay pending, except those the server rejects
 * permanently.
 */
const send = async (client: QueryClient, viewerId: string, names: readonly string[]): Promise<void> => {
  const pending = pendingChangesOf(viewerId);
  const due = [...new Set(names)].flatMap((name): Sent[] => {
    const change = pending.get(name);
    return change && !isReaction(change) ? [[name, change]] : [];
  });
  if (due.length === 0) return;
  noteSent(viewerId, due);
  try {
    const { data } = await runMutation(client, () =>
      api.call('changePeople', {
        body: { changes: due.map(([, change]) => bodyOf(change)) },
        keepalive: true,
      }),
    );
    changed += 1;
    await takeResults(client, viewerId, due, data.results);
  } catch (error) {
    if (error instanceof ApiError && error.status === 400)
      for (const entry of due) removePendingChange(viewerId, entry);
  }
};

/** Sends all pending follows, blocks and words of an account. Resolves after the last response, even if some fail. */
export const sendPendingChanges = async (client: QueryClient, viewerId: string): Promise<void> => {
  const names = [...pendingChangesOf(viewerId).keys()];
  while (names.length > 0) await send(client, viewerId, names.splice(0, PEOPLE_LIMITS.changesMax));
};

/** Sends pending changes, then loads the account's state unless the page arrived with it. Throws ApiError. */
export const syncPeople = async (
  client: QueryClient,
  viewerId: string,
  signal: AbortSignal,
): Promise<true> => {
  void sendWaitingReactions(client, viewerId);
  if (await hasArrived(viewerId)) return true;
  await sendPendingChanges(client, viewerId);
  const before = changed;
  const own = await fetchOwnPeople(viewerId, signal);
  // the answer may be older than a change that is no longer pending
  if (before !== changed) return syncPeople(client, viewerId, signal);
  await applyOwnPeople(viewerId, own);
  return true;
};

/** Sends new pending changes in batches. @returns a function that stops it */
export const sendChangesInBatches = (client: QueryClient, viewerId: string): (() => void) => {
  let stopped = false;
  const gathered = new Batcher<string>({
    delay: GATHER,
    max: PEOPLE_LIMITS.changesMax,
    send: (names) =>
      onceOnline(() => {
        // By then, another user may be signed in.
        if (stopped) return;
        void send(client, viewerId, names);
        void sendWaitingReactions(client, viewerId);
      }),
  });
  const handleChange = (event: Event) => {
    gathered.add(String((event as CustomEvent<unknown>).detail));
  };
  const handleVisibility = () => {
    if (document.visibilityState === 'hidden') gathered.flush();
  };
  window.addEventListener(CHANGE_ADDED, handleChange);
  document.addEventListener('visibilitychange', handleVisibility);
  return () => {
    stopped = true;
    gathered.clear();
    window.removeEventListener(CHANGE_ADDED, handleChange);
    document.removeEventListener('visibilitychange', handleVisibility);
  };
};

/** Delay before changes that could not be sent are sent again, in milliseconds. */
const AGAIN = MINUTE;

/** Keeps this browser's follows, blocks, muted words and waiting reactions in sync with the viewer's account. */
export const usePeopleSync = (viewerId: string): void => {
  const client = useQueryClient();
  const waits = usePendingStore(({ changes }) => changes.size > 0);
  useEffect(() => watchPendingChanges(viewerId), [viewerId]);
  useEffect(() => showWaitingReactions(client), [client, viewerId]);
  useEffect(() => sendChangesInBatches(client, viewerId), [client, viewerId]);
  useQuery({
    queryKey: keys.ownPeople(viewerId),
    queryFn: ({ signal }) => syncPeople(client, viewerId, signal),
    refetchOnReconnect: 'always',
    refetchInterval: waits && AGAIN,
  });
};
