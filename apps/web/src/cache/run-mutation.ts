import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error';

/**
 * Creates an `Idempotency-Key`. Create it with the mutation's variables, not in its function: a retry must send the
 * same key. Uses random bytes because `crypto.randomUUID` is missing on plain http.
 */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** Whether a call failed halfway: it may have taken effect, and only a refetch shows whether it did. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'OUTCOME_UNKNOWN';

type Call<T> = (idempotencyKey: string) => Promise<T>;

/**
 * Starts a mutation with the app's defaults: one retry, under the same key. `isCleared` returns whether the cache
 * was cleared since, because another user came.
 */
export const startMutation = <T>(client: QueryClient, call: Call<T>) => {
  const cache = client.getMutationCache();
  const mutation = cache.build<T, Error, string, unknown>(client, {
    ...client.getDefaultOptions().mutations,
    // a retry would be sent as the next user
    mutationFn: (key) =>
      isCleared() ? Promise.reject(new DOMException('Another user came', 'AbortError')) : call(key),
  });
  const isCleared = (): boolean =>
    !cache.getAll().some(({ mutationId }) => mutationId === mutation.mutationId);
  return { answer: mutation.execute(newIdempotencyKey()), isCleared };
};

/**
 * Runs a mutation outside any component, so that the response is handled even if the card has scrolled away. Starts
 * at once even if the browser reports that it is offline, so that failures show instead of waiting unseen.
 */
export const runMutation = <T>(client: QueryClient, call: Call<T>): Promise<T> =>
  startMutation(client, call).answer;
