import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { csrfGuard } from './origin-guard.js';

const guard = csrfGuard(['http://localhost:3000'], new Set(['/open']));

/** The code of the error that a call gets; `undefined` if it passes. */
function refusalOf(headers: Record<string, string>, { method = 'POST', path = '/posts' } = {}): unknown {
  let refusal: { code?: string } | undefined;
  const next = (error?: unknown) => (refusal = error as typeof refusal);
  void guard({ method, path, headers } as unknown as Request, {} as Response, next);
  return refusal?.code;
}

describe('csrfGuard', () => {
  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3000.evil.example' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('rejects a write with %o, but not a read or a write to an open path', (headers) => {
    expect(refusalOf(headers)).toBe('FOREIGN_ORIGIN');
    expect(refusalOf(headers, { method: 'GET' })).toBeUndefined();
    expect(refusalOf(headers, { path: '/open' })).toBeUndefined();
  });

  it.each([
    {},
    { origin: 'http://localhost:3000' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
  ])('accepts a write with %o', (headers) => {
    expect(refusalOf(headers)).toBeUndefined();
  });
});
