import { keys } from '../../../cache/keys';
import { api } from '../../../lib/api-client';
import { asRecord } from '../../../lib/json';
import { isWorthRetrying } from '../../../lib/query-client';
import { handWay, utcDay } from '../../content/post/model/hand-way';
import type { FeedPage } from '../feed/feed-memory';
import { naming, toFeedPage } from '../feed/get-feed-page';

/** The only page of a hand. */
export interface HandPage extends FeedPage {
  /** The day before, if its hand is kept. */
  dayBefore: string | null;
}

export const toHandPage = (answer: unknown): HandPage => {
  const { dayBefore } = asRecord(answer);
  return { ...toFeedPage(answer), dayBefore: typeof dayBefore === 'string' ? dayBefore : null };
};

/**
 * @throws ApiError "HTTP {status}: {body text}"; 404 for a day without a hand
 */
const getHand = async (date: string | undefined, signal: AbortSignal): Promise<HandPage> => {
  const query = date === undefined ? {} : { date };
  return toHandPage(await api.call('todaysHand', { query, signal, unchecked: true }).catch(naming));
};

/** Query of a day's hand, as a list with one page. Not refetched while it has posts, since it does not change. */
export const handQuery = (day: string, viewerId: string | null) => ({
  queryKey: keys.feed(viewerId, handWay(day)),
  queryFn: ({ signal }: { signal: AbortSignal }) => getHand(day === utcDay() ? undefined : day, signal),
  initialPageParam: '',
  getNextPageParam: () => null,
  staleTime: ({ state }: { state: { data: unknown } }) =>
    (state.data as { pages: HandPage[] } | undefined)?.pages.some(({ data }) => data.length > 0)
      ? ('static' as const)
      : 0,
  retry: (failures: number, error: Error) => failures < 1 && isWorthRetrying(error),
});
