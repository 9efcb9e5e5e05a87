import { PAGE, type infiniteFeed, type QueryOf } from '@social-feed/contracts';

/**
 * Which part of the order a page shows.
 *
 * With `isFirstLoad` sent, true or false, page 1 is the first 20 posts whatever its limit, since page 2 begins at 20,
 * and `nextPage` is one more. Without it a page begins at (page − 1) × limit, and `nextPage` is the page of 10 that
 * holds the first post not yet shown: nothing is lost where limits are mixed, and at most 9 posts come again where a
 * limit is no multiple of 10. Who asks for fewer than 10 keeps that limit, or the same page would be named for ever.
 * @returns the positions of the page, from 0, and the page to ask for next with `limit=10`
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
