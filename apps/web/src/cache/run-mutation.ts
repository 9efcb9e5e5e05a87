import type { QueryClient } from '@tanstack/react-query';

/**
 * A fresh `Idempotency-Key`. Make it with the mutation's variables, not in its function: a retry must carry the same key.
 * `crypto.randomUUID` is missing on plain http, hence the bytes.
 */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * Runs a write with the app's mutation defaults (one retry, under the same Idempotency-Key) outside of any component:
 * a card that scrolls away while its call is under way must not lose the answer.
 * Tries at once even when the browser believes itself offline, so that failures show instead of waiting unseen.
 */
export const runMutation = <T>(
  client: QueryClient,
  call: (idempotencyKey: string) => Promise<T>,
): Promise<T> =>
  client
    .getMutationCache()
    .build<T, Error, string, unknown>(client, {
      ...client.getDefaultOptions().mutations,
      mutationFn: call,
      networkMode: 'always',
    })
    .execute(newIdempotencyKey());
