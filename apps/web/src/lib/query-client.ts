import { QueryClient, replaceEqualDeep, type InfiniteData } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { MINUTE } from './time';

/** Whether a retry may help: not after a 4xx other than 408 and 429, nor after a malformed response. */
export const isWorthRetrying = (error: unknown): boolean => {
  if (!(error instanceof ApiError)) return false;
  if (error.code === 'MALFORMED_ANSWER') return false;
  return error.status === 408 || error.status === 429 || error.status === 0 || error.status >= 500;
};

/** Retry delay in milliseconds: 1 s, doubling, at most 30 s (F §9). */
export const backOff = (attempt: number): number => Math.min(1000 * 2 ** attempt, 30_000);

type Paged = Partial<InfiniteData<unknown>> | undefined;

/**
 * Merges a response into the cache. A next page is appended to the current pages: the library appends it to the
 * pages cached when it was requested, which would undo later changes.
 */
const mergeResponse = (held: unknown, read: unknown): unknown => {
  const pages = (held as Paged)?.pages;
  const next = (read as Paged)?.pages;
  return pages && next?.length === pages.length + 1
    ? { ...(read as Paged), pages: [...pages, next.at(-1)] }
    : replaceEqualDeep(held, read);
};

/**
 * Cache defaults of A §7.6 and F §9: fresh 5 min, dropped after 5 min unused, 2 retries, mutations 1. Requests are
 * sent even if the browser reports that it is offline, so that failures show at once.
 */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * MINUTE,
        gcTime: 5 * MINUTE,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        structuralSharing: mergeResponse,
        retry: (failures, error) => failures < 2 && isWorthRetrying(error),
        retryDelay: backOff,
      },
      mutations: {
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && isWorthRetrying(error),
        retryDelay: backOff,
      },
    },
  });
