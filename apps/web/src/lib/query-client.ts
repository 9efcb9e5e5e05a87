import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';

/** Whether another try may help: never after a 4xx other than 408 and 429, nor after an answer that makes no sense. */
export const isWorthRetrying = (error: unknown): boolean => {
  if (!(error instanceof ApiError)) return false;
  if (error.code === 'MALFORMED_ANSWER') return false;
  return error.status === 408 || error.status === 429 || error.status === 0 || error.status >= 500;
};

/** 1 s, doubling, at most 30 s (F §9). Milliseconds. */
export const backOff = (attempt: number): number => Math.min(1000 * 2 ** attempt, 30_000);

/** Cache defaults of A §7.6 and F §9: fresh 5 min, dropped after 5 min unused, 2 retries, mutations 1. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * 60_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isWorthRetrying(error),
        retryDelay: backOff,
      },
      mutations: { retry: (failures, error) => failures < 1 && isWorthRetrying(error), retryDelay: backOff },
    },
  });
