import { ApiError, messageOf, type FieldError } from '../../../lib/api-error';

export interface Failure {
  message: string;
  /** Field errors of the server, by the names of its body. */
  errors: FieldError[];
  /** The server's code of a refusal. */
  code?: string;
}

/**
 * What a failed call says: the server's own words; `refused` when it answered without any; for calls that never got an
 * answer the client's message, or `failed` without one (A §8, Password reset).
 */
export const failureOf = (error: unknown, wording: { refused: string; failed: string }): Failure => {
  if (!(error instanceof ApiError)) return { message: messageOf(error, wording.failed), errors: [] };
  return {
    message: error.wordless ? wording.refused : messageOf(error, wording.failed),
    errors: error.errors,
    code: error.code,
  };
};
