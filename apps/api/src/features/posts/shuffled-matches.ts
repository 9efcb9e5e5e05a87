import { parseSeed, type listPosts, type QueryOf } from '@social-feed/contracts';
import { invalidField } from '../../platform/http/errors.js';
import { decodeSeedCursor, encodeSeedCursor } from '../orders/seed-cursor.js';
import { issueSeed } from '../orders/seed-pins.js';
import { readShuffled, shuffledList } from '../orders/shuffled-list.js';

type ShuffleQuery = Pick<QueryOf<typeof listPosts>, 'seed' | 'page' | 'limit' | 'cursor'>;

export const seedOf = ({ seed }: Pick<ShuffleQuery, 'seed'>): number => parseSeed(seed) ?? issueSeed();

/** Ids of one page of matches, shuffled. A cursor decides the seed, and goes on however the matches change meanwhile. */
export function shuffledMatches(matches: readonly string[], query: ShuffleQuery) {
  const { page, limit, cursor = '' } = query;
  const given = cursor === '' ? undefined : decodeSeedCursor(cursor);
  if (cursor !== '' && given === undefined) throw invalidField('cursor', 'cursor is malformed');
  const seed = given?.seed ?? seedOf(query);
  const list = shuffledList(seed, matches);
  const from = given?.position ?? list[(page - 1) * limit]?.[0] ?? Infinity;
  const { ids, hasNext, position } = readShuffled(list, from, limit);
  return { seed, ids, hasNext, nextCursor: hasNext ? encodeSeedCursor({ seed, position }) : null };
}
