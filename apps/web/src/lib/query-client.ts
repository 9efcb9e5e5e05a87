import { QueryClient, replaceEqualDeep, type InfiniteData } from '@tanstack/react-query';
import { ApiError } from './api-error';

/** Whether another try may help: never after a 4xx other than 408 and 429, nor after an answer that makes no sense. */
export const isWorthRetrying = (error: unknown): boolean => {
  if (!(error instanceof ApiError)) return false;
  if (error.code === 'MALFORMED_ANSWER') return false;
  return error.status === 408 || error.status === 429 || error.status === 0 || error.status >= 500;
};

/** 1 s, doubling, at most 30 s (F §9). Milliseconds. */
export const backOff = (attempt: number): number => Math.min(1000 * 2 ** attempt, 30_000);

type Paged = Partial<InfiniteData<unknown>> | undefined;

/**
 * What the cache holds after a read. A next page joins the list as that is by now: the library puts it behind the pages
 * that there were when it was asked for, and would undo what was changed on the screen meanwhile.
 */
export const joinRead = (held: unknown, read: unknown): unknown => {
  const pages = (held as Paged)?.pages;
  const next = (read as Paged)?.pages;
  return pages && next?.length === pages.length + 1
    ? { ...(read as Paged), pages: [...pages, next.at(-1)] }
    : replaceEqualDeep(held, read);
};

/**
 * Cache defaults of A §7.6 and F §9: fresh 5 min, dropped after 5 min unused, 2 retries, mutations 1. Everything is tried at
 * once even when the browser believes itself offline, so that failures show instead of waiting unseen.
 */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * 60_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        structuralSharing: joinRead,
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
