import { feedOfTag, feedOfUser, type Endpoint } from '@social-feed/contracts';
import type { Request, Response } from 'express';
import { expect, it, vi } from 'vitest';
import { notFound } from './not-found.js';

/** The error code of the response, and the methods it lists. */
function refusalOf(path: string, endpoints: Endpoint[] = [feedOfUser, feedOfTag]) {
  const next = vi.fn<(error?: unknown) => void>();
  let allow: unknown;
  const res = { setHeader: (_name: string, value: unknown) => (allow = value) };
  void notFound(endpoints)({ path } as Request, res as unknown as Response, next);
  const [error] = next.mock.calls[0] as [{ code: string }];
  return { code: error.code, allow };
}

it.each(['/feeds/ada.atom', '/feeds/ada.b.json', '/feeds/tag/node.js.atom', '/FEEDS/ada.atom/'])(
  'answers 405 where %s exists for another method',
  (path) => {
    expect(refusalOf(path)).toEqual({ code: 'METHOD_NOT_ALLOWED', allow: 'GET' });
  },
);

// A pattern with quadratic time would take many seconds.
it.each(['.', 'a.'])('answers 404 at once to a path of any length of %j', (part) => {
  expect(refusalOf(`/feeds/${part.repeat(150_000)}/x/y`)).toEqual({
    code: 'ROUTE_NOT_FOUND',
    allow: undefined,
  });
});
