import { PAGE, type infiniteFeed, type QueryOf } from '@social-feed/contracts';

/**
 * Computes which part of the order a page shows.
 *
 * If `isFirstLoad` is sent, true or false, page 1 is the first 20 posts for any limit, since page 2 starts at 20,
 * and `nextPage` is the page plus one. Without it, a page starts at (page − 1) × limit, and `nextPage` is the page
 * of 10 with the first post not yet shown: mixed limits skip nothing, and at most 9 posts repeat if the limit is
 * not a multiple of 10. With a limit below 10, `nextPage` counts pages of that limit; otherwise it would never
 * advance.
 * @returns the positions of the page, from 0, and the next page for `limit=10`
 */
export function pageWindow({
  page,
  limit,
  isFirstLoad,
}: Pick<QueryOf<typeof infiniteFeed>, 'page' | 'limit' | 'isFirstLoad'>) {
  if (isFirstLoad !== undefined) {
    return page === 1
      ? { offset: 0, limit: PAGE.feedFirst, nextPage: 2 }
      : { offset: PAGE.feedFirst + (page - 2) * limit, limit, nextPage: page + 1 };
  }
  const nextPage = limit < PAGE.feedNext ? page + 1 : Math.floor((page * limit) / PAGE.feedNext) + 1;
  return { offset: (page - 1) * limit, limit, nextPage };
}
