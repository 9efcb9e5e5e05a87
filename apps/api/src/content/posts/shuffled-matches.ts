import { Types, type Model } from 'mongoose';
import { decodeSeedCursor, encodeSeedCursor } from '../../order/feed-order/seed-cursor.js';
import { issueSeed } from '../../order/feed-order/seed-pins.js';
import { endEarly, readShuffled, shuffledList } from '../../order/feed-order/shuffled-list.js';
import type { ListQuery } from './list-filter.js';
import type { PostRecord } from './post.model.js';
import { stored } from './posts-by-id.js';

export type SeedQuery = Pick<ListQuery, 'seed' | 'cursor' | 'page' | 'limit'>;

export const seedOf = ({ seed }: Pick<ListQuery, 'seed'>): number => seed ?? issueSeed();

/**
 * A page of some posts in the random order of a seed, without a visibility check. The cursor contains the seed, and
 * stays valid when the posts change.
 */
export async function shuffledOf(posts: Model<PostRecord>, ids: readonly string[], query: SeedQuery) {
  const { page, limit } = query;
  const given = decodeSeedCursor(query.cursor);
  const seed = given?.seed ?? seedOf(query);
  const list = shuffledList(seed, ids);
  const from = given?.position ?? list[(page - 1) * limit]?.[0] ?? Infinity;
  const { ids: taken, ...rest } = readShuffled(list, from, limit);
  const found = await stored(
    posts,
    taken.map((id) => new Types.ObjectId(id)),
  );
  const { shown, hasNext, position } = endEarly(list, rest, found);
  return { seed, posts: shown, hasNext, nextCursor: hasNext ? encodeSeedCursor({ seed, position }) : null };
}
