import type { Connection, Types } from 'mongoose';
import { collectionOf, type Collection } from '../../platform/db/collection-of.js';
import type { PostRecord } from './post.model.js';
import { blockOf, isIn, numbersIn } from './seen-bits.js';
import { seenModel } from './seen.model.js';

/** A post, with its number if a view of it was ever folded. */
export type Numbered = Pick<PostRecord, '_id'> & { seenNumber?: number | null | undefined };

/** Posts per query. */
const AT_ONCE = 500;

export type SeenPosts = ReturnType<typeof createSeenPosts>;

/** The posts that users have viewed so long ago that no record is left (reading/interactions/folding.ts). */
export function createSeenPosts(connection: Connection, posts: Collection<PostRecord>) {
  const records = collectionOf(seenModel(connection));

  /** Returns those of some posts, in hex. Posts without a number cost nothing. */
  async function among(user: Types.ObjectId, some: readonly Numbered[]): Promise<Set<string>> {
    const numbered = some.flatMap(({ _id, seenNumber }) =>
      typeof seenNumber === 'number' ? [{ _id, seenNumber }] : [],
    );
    if (numbered.length === 0) return new Set();
    const blocks = [...new Set(numbered.map(({ seenNumber }) => blockOf(seenNumber)))];
    const found = await records.find({ user, block: { $in: blocks } }).toArray();
    const bitsOf = new Map(found.map(({ block, bits }) => [block, bits.buffer]));
    const isSeen = (number: number) => {
      const bits = bitsOf.get(blockOf(number));
      return bits !== undefined && isIn(bits, number);
    };
    return new Set(
      numbered.filter(({ seenNumber }) => isSeen(seenNumber)).map(({ _id }) => _id.toHexString()),
    );
  }

  /** Returns all of a user, in batches; each block with its document. */
  async function* ofUser(user: Types.ObjectId) {
    for await (const { _id, block, bits } of records.find({ user }).sort({ block: 1 })) {
      const numbers = numbersIn(block, bits.buffer);
      const found: Types.ObjectId[] = [];
      for (let first = 0; first < numbers.length; first += AT_ONCE) {
        const some = { seenNumber: { $in: numbers.slice(first, first + AT_ONCE) } };
        const those = await posts.find(some, { projection: { _id: 1 } }).toArray();
        found.push(...those.map((post) => post._id));
      }
      yield { _id, posts: found };
    }
  }

  return {
    records,
    among,
    ofUser,
    async *exportOf(user: Types.ObjectId): AsyncGenerator<{ post: Types.ObjectId }> {
      for await (const { posts } of ofUser(user)) for (const post of posts) yield { post };
    },
  };
}
