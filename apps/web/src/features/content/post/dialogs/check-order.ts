import { plural, t } from '@lingui/core/macro';
import { checkOrder, createPermutation } from '@social-feed/feed-order';
import { checkLinks, seedOfLink } from '@social-feed/feed-order/day-seed';
import { api } from '../../../../lib/api-client';
import { messageOf } from '../../../../lib/api-error';
import type { OrderedPage } from '../options/read-order';
import { formatNumber } from '../../../../lib/locale';
import { formatUtcDay } from '../../../../lib/utc-day';
import { sentences } from '../../../../lib/words/sentences';

/**
 * The position of a post from 1, computed from its number; `undefined` if the order does not put it on this page.
 */
export const placeOf = ({ seed, population, from, to, numbers, ids }: OrderedPage, postId: string) => {
  const number = numbers[ids.indexOf(postId)];
  if (number === undefined || number >= population) return undefined;
  const position = createPermutation(seed, population).positionOf(number);
  return position >= from && position < to ? position + 1 : undefined;
};

/** The page of a hand up to its last post: the places after it are not part of the hand. */
export const handOf = (page: OrderedPage): OrderedPage => {
  const places = page.ids.flatMap((id) => placeOf(page, id) ?? []);
  return { ...page, to: Math.max(0, ...places) };
};

/** Recomputes the order of all pages and describes the result. */
export const checkPages = (pages: readonly OrderedPage[]): string => {
  let empty = 0;
  let posts = 0;
  for (const page of pages) {
    const found = checkOrder(page);
    if (found.wrong !== undefined)
      return t`Post ${posts + found.wrong + 1} of this feed does not stand where the seed puts it: something else decided.`;
    empty += found.empty;
    posts += page.numbers.length;
  }
  const checked = formatNumber(posts);
  const all = plural(posts, {
    one: `Checked: ${checked} of ${checked} post stands where it should.`,
    other: `Checked: ${checked} of ${checked} posts stand where they should.`,
  });
  if (empty === 0) return all;
  const places = formatNumber(empty);
  const gaps = plural(empty, {
    one: `${places} place is empty: deleted, or not shown to you.`,
    other: `${places} places are empty: deleted, or not shown to you.`,
  });
  return sentences(all, gaps);
};

const dayOf = (iso: string): string => formatUtcDay(iso, 'long');

/**
 * Checks that a seed follows from a link of the server's chain, and describes the result (docs/feed-order.md). Never
 * rejects.
 * @param asked the day whose seed it has to be; any day of the chain by default
 */
export const checkSeedOfDay = async (seed: number, asked?: string): Promise<string> => {
  // browsers compute hashes on secure pages only
  if (!('subtle' in crypto)) return t`Open this page by https to check the seed of the day too.`;
  try {
    const { data } = await api.call('feedCommitment', {});
    const found = await checkLinks(data);
    if ('wrong' in found)
      return t`The seed of the day is not proved: the link of ${dayOf(found.wrong)} does not fit the published chain.`;
    const day = data.links.find(
      (each) => seedOfLink(each.link) === seed && (asked ?? each.date) === each.date,
    );
    if (asked !== undefined && day?.date !== asked) {
      const date = dayOf(asked);
      return t`The seed of this hand is not that of ${date} in the published chain: something else decided.`;
    }
    if (day === undefined)
      return t`The seed of this feed is not that of a day of the published chain: something else decided.`;
    const published = dayOf(data.chain.publishedAt);
    const hashes = formatNumber(found.days);
    return plural(found.days, {
      one: `The seed is that of ${dayOf(day.date)}: ${hashes} hash leads from the latest link back to the end published on ${published}, so nobody chose it since.`,
      other: `The seed is that of ${dayOf(day.date)}: ${hashes} hashes lead from the latest link back to the end published on ${published}, so nobody chose it since.`,
    });
  } catch (error) {
    return t`The seed of the day could not be checked: ${messageOf(error)}`;
  }
};
