import type { Media } from '@social-feed/contracts';
import type { mongo } from 'mongoose';
import type { BoardRecord, PostRecord, UserRecord } from '@social-feed/api/seeding';
import type { DemoCollections } from './demo-collections.js';

const BATCH = 500;

/**
 * Updates the URLs of demo media, which start with the API's origin, after the origin changed (`API_PORT`). Reads
 * and writes in batches.
 * @returns how many users, boards and posts were changed
 */
export async function rewriteMediaOrigin(collections: DemoCollections, to: string): Promise<number> {
  let changed = 0;
  const sets = await collections.sets.find({ done: true, mediaOrigin: { $ne: to } }).toArray();
  for (const from of new Set(sets.map((set) => set.mediaOrigin))) {
    const prefix = `${from}/demo-media/`;
    const move = (url: string) =>
      url.startsWith(prefix) ? `${to}/demo-media/${url.slice(prefix.length)}` : url;
    const range = { $gte: prefix, $lt: `${prefix}\u{10ffff}` };
    changed += await rewrite(collections.users, { profilepic: range }, (user: UserRecord) => ({
      profilepic: move(user.profilepic),
    }));
    changed += await rewrite(collections.boards, { coverPhoto: range }, (board: BoardRecord) => ({
      coverPhoto: move(board.coverPhoto),
    }));
    changed += await rewrite(
      collections.posts,
      { media: { $elemMatch: { url: range } } },
      (post: PostRecord) => ({ media: post.media.map((item) => moveMedia(item, move)) }),
    );
    await collections.sets.updateMany({ mediaOrigin: from }, { $set: { mediaOrigin: to } });
  }
  return changed;
}

const moveMedia = (item: Media, move: (url: string) => string): Media => ({
  ...item,
  url: move(item.url),
  ...(item.poster === undefined ? {} : { poster: move(item.poster) }),
});

/** Updates all matching documents in batches; updated documents no longer match. */
async function rewrite<T>(
  collection: unknown,
  filter: object,
  change: (document: T) => Partial<T>,
): Promise<number> {
  const untyped = collection as mongo.Collection;
  let changed = 0;
  for (;;) {
    const found = await untyped.find(filter, { limit: BATCH }).toArray();
    if (found.length === 0) return changed;
    await untyped.bulkWrite(
      found.map((document) => ({
        updateOne: { filter: { _id: document._id }, update: { $set: change(document as T) } },
      })),
    );
    changed += found.length;
  }
}
