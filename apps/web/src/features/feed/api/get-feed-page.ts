import { PAGE } from '@social-feed/contracts';
import { api, type Call } from '../../../lib/api-client';
import { reword } from '../../../lib/api-error';
import { toFeedPage, type FeedPage } from '../model/feed-page';

interface FeedRequest {
  /** 1 is the first page, of 20 posts; later pages have 10 (F §9). */
  page: number;
  seed: number;
  signal: AbortSignal;
}

/** The contract's `infiniteFeed` without its schemas: zod is no part of the first page, `toFeedPage` checks the answer. */
export const FEED_CALL: Call = { method: 'GET', path: '/posts/infinite' };

let current: AbortController | undefined;

const naming = reword(({ status, bodyText }) => `HTTP ${status}: ${bodyText}`);

/**
 * A page of the endless feed (F §7). A new call cancels the one before.
 * @throws ApiError "HTTP {status}: {body text}"; Error "API Error: …" when the answer says that it failed (F §8)
 */
export const getFeedPage = async ({ page, seed, signal }: FeedRequest): Promise<FeedPage> => {
  current?.abort();
  const own = new AbortController();
  current = own;
  const isFirstLoad = page === 1;
  try {
    const answer = await api.request(FEED_CALL, {
      query: {
        page,
        limit: isFirstLoad ? PAGE.feedFirst : PAGE.feedNext,
        sortBy: 'random',
        sortOrder: 'desc',
        seed,
        isFirstLoad,
      },
      headers: { 'Content-Type': 'application/json' },
      signal: AbortSignal.any([signal, own.signal]),
    });
    return toFeedPage(answer);
  } catch (error) {
    return naming(error);
  } finally {
    if (current === own) current = undefined;
  }
};
