import { ApiError } from '../lib/api-error';
import { newIdempotencyKey } from './update-cached';

/** Whether a call failed halfway: what it was to do may be done, and looking tells. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'OUTCOME_UNKNOWN';

/** The keys under which something was sent that is not answered yet. */
const unanswered = new Map<string, string>();

/**
 * Sends something under one `Idempotency-Key` until it is answered: what went through although its answer was lost is not
 * done a second time by whoever presses again. Other words are another thing, and so are the same ones after an answer.
 */
export const underSameKey = async <T>(
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
    // whoever has looked, as this asks for, means to do it again
    if (isOutcomeUnknown(error)) unanswered.delete(sent);
    throw error;
  }
};
