import { t } from '@lingui/core/macro';
import { PAGE, type Post } from '@social-feed/contracts';
import { toClientPost } from '../../content/post/model/post';
import { api } from '../../../lib/api-client';
import { reword } from '../../../lib/api-error';
import { takeEarly, type EarlyCall } from '../../../lib/early';
import { asRecord } from '../../../lib/json';
import type { FeedPage } from './feed-memory';

/**
 * Checks the success flag of a response (F §5).
 * @throws Error "API Error: " followed by the server's message or "Unknown error" if it is false
 */
const checkFeedAnswer = (answer: unknown): Record<string, unknown> => {
  const record = asRecord(answer);
  const { success, message } = record;
  if (success === false || record !== answer) {
    const reason = typeof message === 'string' && message !== '' ? message : t`Unknown error`;
    throw new Error(t`API Error: ${reason}`);
  }
  return record;
};

const isPost = (value: unknown): value is Post =>
  typeof asRecord(value)['_id'] === 'string' && asRecord(asRecord(value)['user']) === asRecord(value)['user'];

/** Converts a response to a page; `data` becomes an empty list if it is not a list (F §3). */
export const toFeedPage = (answer: unknown): FeedPage => {
  const { data, hasNextPage, nextPage, seed, population, numbers } = checkFeedAnswer(answer);
  const next = typeof nextPage === 'number' ? nextPage : null;
  const posts = Array.isArray(data) ? data.filter(isPost).map(toClientPost) : [];
  return {
    data: posts,
    ...(numbers !== undefined && { order: { population, numbers, ids: posts.map(({ _id }) => _id) } }),
    hasNextPage: hasNextPage === true && next !== null,
    nextPage: next,
    seed: typeof seed === 'number' ? seed : null,
  };
};

interface FeedRequest {
  /** Starts at 1. The first page has 20 posts, later pages 10 (F §9). */
  page: number;
  seed: number;
  /** The reader's user id; null for a visitor. */
  reader: string | null;
  signal: AbortSignal;
}

/** The early request from the page's head, if it was for this reader and seed. */
const earlyPage = (reader: string | null, seed: number): EarlyCall | undefined => {
  const early = takeEarly('feed');
  return (
    early && {
      // Not a method reference: `abort` changes once the request is sent.
      abort: () => early.abort(),
      // Reader and seed are known once the response is here.
      answer: early.answer.then((answer) =>
        early.reader === reader && early.seed === seed ? answer : undefined,
      ),
    }
  );
};

let current: AbortController | undefined;

/** Replaces a failed call's error message with its status and body (F §8). */
export const naming = reword(({ status, bodyText }) => `HTTP ${status}: ${bodyText}`);

/**
 * Fetches a page of the endless feed (F §7). A new call aborts the previous one.
 * @throws ApiError "HTTP {status}: {body text}"; Error "API Error: …" if the response reports a failure (F §8)
 */
export const getFeedPage = async ({ page, seed, reader, signal }: FeedRequest): Promise<FeedPage> => {
  current?.abort();
  const own = new AbortController();
  current = own;
  const isFirstLoad = page === 1;
  try {
    const answer = await api.call('infiniteFeed', {
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
      early: isFirstLoad ? earlyPage(reader, seed) : undefined,
      unchecked: true,
    });
    return toFeedPage(answer);
  } catch (error) {
    return naming(error);
  } finally {
    if (current === own) current = undefined;
  }
};
