import type { Post } from '@social-feed/contracts';
import { toClientPost, type ClientPost } from '../../../cache/post-model';

/** A page of the feed as the client holds it (F §3). */
export interface FeedPage {
  data: ClientPost[];
  hasNextPage: boolean;
  nextPage: number | null;
  seed: number | null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Refuses an answer whose success flag is false (F §5).
 * @throws Error "API Error: " followed by the server's message or "Unknown error"
 */
const checkFeedAnswer = (answer: unknown): Record<string, unknown> => {
  const record = isRecord(answer) ? answer : {};
  if (record['success'] === false || !isRecord(answer)) {
    const message = record['message'];
    throw new Error(
      `API Error: ${typeof message === 'string' && message !== '' ? message : 'Unknown error'}`,
    );
  }
  return record;
};

const isPost = (value: unknown): value is Post =>
  isRecord(value) && typeof value['_id'] === 'string' && isRecord(value['user']);

/** The page in an answer; `data` becomes an empty list if it is not a list (F §3). */
export const toFeedPage = (answer: unknown): FeedPage => {
  const { data, hasNextPage, nextPage, seed } = checkFeedAnswer(answer);
  const next = typeof nextPage === 'number' ? nextPage : null;
  return {
    data: Array.isArray(data) ? data.filter(isPost).map(toClientPost) : [],
    hasNextPage: hasNextPage === true && next !== null,
    nextPage: next,
    seed: typeof seed === 'number' ? seed : null,
  };
};
