import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error';
import { backOff, isWorthRetrying } from './query-client';

const failed = (status: number, code = '') => new ApiError({ status, code, message: 'x' });

describe('isWorthRetrying (A §7.6)', () => {
  it.each([0, 408, 429, 500, 503])('tries again after %i', (status) => {
    expect(isWorthRetrying(failed(status))).toBe(true);
  });
  it.each([400, 401, 403, 404, 409])('does not after %i', (status) => {
    expect(isWorthRetrying(failed(status))).toBe(false);
  });
  it('does not after an answer that makes no sense, nor after a mistake of our own', () => {
    expect(isWorthRetrying(failed(0, 'MALFORMED_ANSWER'))).toBe(false);
    expect(isWorthRetrying(new TypeError('x'))).toBe(false);
  });
});

describe('backOff', () => {
  it('doubles from 1 s and stays at 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(backOff)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });
});
