import { PAGE, type infiniteFeed, type QueryOf } from '@social-feed/contracts';

/**
 * Computes which part of the order a page shows.
 *
 * If `isFirstLoad` is sent, true or false, page 1 is the first 20 posts for any limit, since page 2 starts at 20.
 * Without it, a page starts at (page − 1) × limit. In both cases the next page has the same limit.
 * @returns the positions of the page, from 0, and where the next page ends
 */
export function pageWindow({
  page,
  limit,
  isFirstLoad,
}: Pick<QueryOf<typeof infiniteFeed>, 'page' | 'limit' | 'isFirstLoad'>) {
  const first = isFirstLoad === undefined ? limit : PAGE.feedFirst;
  const window = page === 1 ? { offset: 0, limit: first } : { offset: first + (page - 2) * limit, limit };
  return { ...window, nextPage: page + 1, nextEnd: window.offset + window.limit + limit };
}
