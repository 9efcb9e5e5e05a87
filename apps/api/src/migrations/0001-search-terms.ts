import type { mongo } from 'mongoose';
import { postTerms, tagKeys } from '../features/posts/post-terms.js';
import { personTerms } from '../features/users/people-terms.js';
import type { Migration } from './migration.js';

const BATCH = 500;

interface StoredPost extends mongo.Document {
  _id: mongo.ObjectId;
  title?: string;
  description?: string;
  location?: string;
  tags?: string[];
}
interface StoredUser extends mongo.Document {
  _id: mongo.ObjectId;
  fullName?: string;
  userName?: string;
}
type Update = { filter: mongo.Document; update: mongo.Document };

/** Applies an update to each document of a cursor, in batches. */
async function updateEach<T extends mongo.Document>(
  records: mongo.Collection<T>,
  found: AsyncIterable<mongo.WithId<T>>,
  updateOf: (document: mongo.WithId<T>) => Update,
  signal: AbortSignal,
): Promise<void> {
  let batch: Update[] = [];
  const write = async () => {
    signal.throwIfAborted();
    if (batch.length === 0) return;
    const operations = batch.map((updateOne) => ({ updateOne }));
    await records.bulkWrite(operations as mongo.AnyBulkWriteOperation<T>[], { ordered: false });
    batch = [];
  };
  for await (const document of found) {
    if (batch.push(updateOf(document)) === BATCH) await write();
  }
  await write();
}

/**
 * Matches a document only if its texts are unchanged since they were read. An edit in between has written new
 * terms. A deleted post has empty fields, so it does not match either.
 */
const unchanged = (document: mongo.Document, names: readonly string[]): mongo.Document =>
  Object.fromEntries(names.map((name) => [name, document[name] ?? null]));

const TEXTS = ['title', 'description', 'location', 'tags', 'hidden', 'deletedAt'] as const;
const NAMES = ['fullName', 'userName'] as const;
const projectionOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 1]));

/** Adds search terms to posts and users, and tag keys without accents to posts. */
export const searchTermsMigration: Migration = {
  name: '0001-search-terms',
  async up(db, signal) {
    const posts = db.collection<StoredPost>('posts');
    // Posts in deletion are in no list.
    const livingPosts = posts.find({ deletedAt: null }, { projection: projectionOf(TEXTS) });
    await updateEach(
      posts,
      livingPosts,
      (post) => {
        const { title = '', description = '', location = '', tags = [] } = post;
        const written = { title, description, location, tags };
        return {
          filter: { _id: post._id, ...unchanged(post, TEXTS) },
          update: {
            $set: { searchTerms: postTerms(written), tagKeys: tagKeys(written) },
            $unset: { searchWords: 1 },
          },
        };
      },
      signal,
    );
    await posts.updateMany({ searchWords: { $exists: true } }, { $unset: { searchWords: 1 } });

    const users = db.collection<StoredUser>('users');
    await updateEach(
      users,
      users.find({}, { projection: projectionOf(NAMES) }),
      (user) => {
        const { fullName = '', userName = '' } = user;
        return {
          filter: { _id: user._id, ...unchanged(user, NAMES) },
          update: { $set: { searchTerms: personTerms({ fullName, userName }) } },
        };
      },
      signal,
    );
  },
};
