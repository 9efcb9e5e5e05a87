import { describe, expect, it } from 'vitest';
import * as contracts from '../index.js';
import { describeCalls } from './call-docs.js';
import { docsOf, TAGS } from './index.js';

describe('docsOf', () => {
  it('describes every call that the contracts export', () => {
    const endpoints = Object.values<unknown>(contracts).filter(
      (value): value is contracts.Endpoint =>
        typeof value === 'object' && value !== null && 'answer' in value && 'path' in value,
    );
    expect(endpoints.length).toBeGreaterThan(60);
    for (const endpoint of endpoints) expect(Object.keys(TAGS)).toContain(docsOf(endpoint).tag);
  });

  it('rejects endpoints that are not in the contracts', () => {
    expect(() => docsOf({ ...contracts.live, name: 'other' })).toThrow(
      'GET /health/live is no call of the contracts',
    );
  });
});

describe('describeCalls', () => {
  it('accepts only names of calls', () => {
    // @ts-expect-error a limit is no call
    describeCalls('Feed', { PAGE: { summary: 'Limits of pages' } });
    expect(describeCalls('Health', { live: { summary: 'Alive' } })).toEqual({
      live: { tag: 'Health', summary: 'Alive' },
    });
  });
});
