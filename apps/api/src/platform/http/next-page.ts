import type { Request, Response } from 'express';

/**
 * Names the next page of a list in the header `Link` (RFC 8288), for programs that follow links. Its address is a
 * query alone, which is relative to the address of this page with any prefix.
 */
export function linkNextPage(req: Request, res: Response, body: unknown): void {
  const { nextCursor, nextPage, seed } = body as { nextCursor?: unknown; nextPage?: unknown; seed?: unknown };
  const isByPage = typeof nextPage === 'number';
  if (!isByPage && typeof nextCursor !== 'string') return;
  const { searchParams } = new URL(req.originalUrl, 'http://list');
  searchParams.delete('page');
  const next = isByPage ? { page: nextPage, seed } : { cursor: nextCursor };
  for (const [name, value] of Object.entries(next)) searchParams.set(name, String(value));
  res.setHeader('Link', `<?${searchParams.toString()}>; rel="next"`);
}
