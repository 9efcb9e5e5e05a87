import { ApiError } from '../lib/api-error';
import { newIdempotencyKey } from './update-cached';

/** Whether a call failed halfway: it may have taken effect, and only a refetch shows whether it did. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'OUTCOME_UNKNOWN';

/** Idempotency keys of requests without a response yet, by body. */
const unanswered = new Map<string, string>();

/**
 * Sends a request under one `Idempotency-Key` until a response arrives, so that a retry after a lost response does
 * not repeat the effect. Another body gets a new key, and so does the same body after a response.
 */
export const withSameKey = async <T>(
  body: unknown,
  send: (idempotencyKey: string) => Promise<T>,
): Promise<T> => {
  const sent = JSON.stringify(body);
  const key = unanswered.get(sent) ?? newIdempotencyKey();
  unanswered.set(sent, key);
  try {
    const answer = await send(key);
    unanswered.delete(sent);
    return answer;
  } catch (error) {
    // the error told the user to check the result, so another try is intended
    if (isOutcomeUnknown(error)) unanswered.delete(sent);
    throw error;
  }
};
