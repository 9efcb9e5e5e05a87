import { expect } from 'vitest';
import { createApiClient } from '../lib/api-client';
import { ApiError } from '../lib/api-error';
import { idOf, makeServerPost } from './make-post';

/** Where the API of these tests is. */
export const base = 'http://localhost:3000/api';

/** A client of its own. */
export const client = (change: Parameters<typeof createApiClient>[0] = {}) =>
  createApiClient({ baseUrl: base, ...change });

/** A post, its id, and where it is read. */
export const id = idOf(1);
export const post = makeServerPost({ _id: id });
export const postUrl = `${base}/posts/${id}`;

/** What a call fails with; it has to be an ApiError. */
export const failureOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};
