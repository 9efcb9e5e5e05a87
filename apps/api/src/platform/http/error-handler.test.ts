import mongoose from 'mongoose';
import { describe, expect, it } from 'vitest';
import { toAppError } from './error-handler.js';
import { AppError } from './errors.js';

const named = (name: string, fields: object = {}) =>
  Object.assign(new Error('secret detail'), { name, ...fields });

describe('toAppError', () => {
  it.each([
    ['anything unforeseen', new Error('secret detail'), 500, 'Server error. Please try again later'],
    ['what is no error', 'secret detail', 500, 'Server error. Please try again later'],
    [
      'a database that cannot be reached',
      named('MongoServerSelectionError'),
      503,
      'Service temporarily unavailable',
    ],
    ['a connection that broke', named('MongoNetworkError'), 503, 'Service temporarily unavailable'],
    ['a full connection pool', named('MongoWaitQueueTimeoutError'), 503, 'Service temporarily unavailable'],
    [
      'a database shutting down',
      named('MongoServerError', { code: 91 }),
      503,
      'Service temporarily unavailable',
    ],
    [
      'a cut-off body',
      named('BadRequestError', { type: 'request.aborted', status: 400 }),
      400,
      'The request was cut off',
    ],
    ['a malformed address', new URIError('secret detail'), 400, 'The address is malformed'],
    ['an error of the router', named('Error', { status: 400 }), 400, 'Invalid request data'],
    [
      'a value of the wrong type',
      new mongoose.Error.CastError('ObjectId', 'x', '_id'),
      400,
      'Invalid request data',
    ],
  ])('answers for %s without its details', (_case, error, status, message) => {
    const mapped = toAppError(error);
    expect(mapped.status).toBe(status);
    expect(mapped.message).toBe(message);
  });

  it('names the fields of a unique index', () => {
    const error = named('MongoServerError', { code: 11_000, keyPattern: { user: 1, post: 1 } });
    const mapped = toAppError(error);
    expect(mapped.status).toBe(409);
    expect(mapped.errors?.map(({ path }) => path)).toEqual(['user', 'post']);
  });

  it('leaves refusals as they are', () => {
    const refusal = new AppError('NOT_FOUND', 'Post not found');
    expect(toAppError(refusal)).toBe(refusal);
    expect(refusal.status).toBe(404);
  });
});
