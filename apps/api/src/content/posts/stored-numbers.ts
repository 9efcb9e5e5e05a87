import { Types } from 'mongoose';
import type { ListQuery, PostFilter } from './list-filter.js';
import type { ListParts } from './post-ranges.js';
import { COUNTED_MATCHES } from './post-search.js';
import { tagTerm } from './post-terms.js';
import type { PostNumbers } from './post-totals.js';
import { indexOf } from './search-conditions.js';

/** The number of posts of an author or a tag; `undefined` if it must be counted. */
export async function storedNumber(
  parts: ListParts,
  { q, tag, userId }: ListQuery,
  hiding: readonly Types.ObjectId[],
): Promise<number | undefined> {
  if (q !== undefined) return undefined;
  if (tag === undefined) {
    return numberOf(parts, { user: new Types.ObjectId(userId), hidden: false }, 'shown');
  }
  return userId === undefined && hiding.length === 0 ? parts.tags.numberOf(tagTerm(tag)) : undefined;
}

/** The number of a user's posts, up to `COUNTED_MATCHES`: from the totals, or counted if these lack many. */
export async function numberOf(
  { posts, numbersOf }: ListParts,
  filter: PostFilter & { user: Types.ObjectId },
  name: keyof PostNumbers,
): Promise<number> {
  const numbers = await numbersOf(filter.user);
  if (numbers !== undefined) return Math.min(numbers[name], COUNTED_MATCHES);
  return posts.countDocuments(filter, { limit: COUNTED_MATCHES, hint: indexOf(filter) }).exec();
}
