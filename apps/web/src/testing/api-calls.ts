import { expect } from 'vitest';
import { createApiClient } from '../lib/api-client';
import { ApiError } from '../lib/api-error';
import { idOf, makeServerPost } from './make-post';

/** Base URL of the API in these tests. */
export const base = 'http://localhost:3000/api';

/** Creates an API client for one test. */
export const client = (change: Parameters<typeof createApiClient>[0] = {}) =>
  createApiClient({ baseUrl: base, ...change });

/** A post, its id and its path. */
export const id = idOf(1);
export const post = makeServerPost({ _id: id });
export const postUrl = `${base}/posts/${id}`;

/** Returns the ApiError that a call fails with; any other result fails the test. */
export const failureOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};
