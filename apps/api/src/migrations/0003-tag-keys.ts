import { mutedKey } from '@social-feed/contracts/words';
import type { mongo } from 'mongoose';
import { tagKeys } from '../features/posts/search-words.js';
import type { Migration } from './migration.js';

const BATCH = 500;

interface StoredPost {
  _id: mongo.ObjectId;
  title?: string;
  description?: string;
  tags?: string[];
  tagKeys?: string[];
}

interface StoredMutedWord {
  _id: mongo.ObjectId;
  user: mongo.ObjectId;
  key: string;
  word: string;
  changedAt: Date;
}

/** The change of a post's stored tag keys, `null` where they are right. A post that somebody edits at the same time keeps its own keys. */
export function retagged({ _id, tagKeys: stored = [], ...texts }: StoredPost) {
  const wanted = tagKeys({ title: '', description: '', tags: [], ...texts });
  const isRight = wanted.length === stored.length && wanted.every((key, index) => key === stored[index]);
  return isRight ? null : { filter: { _id, ...texts }, update: { $set: { tagKeys: wanted } } };
}

/** Documents of a collection in the order of their ids, in batches, each read once. */
async function* batches<T extends { _id: mongo.ObjectId }>(
  collection: mongo.Collection<T>,
  projection: Partial<Record<keyof T, 1>>,
  signal: AbortSignal,
): AsyncGenerator<T[]> {
  let after: mongo.ObjectId | undefined;
  for (;;) {
    signal.throwIfAborted();
    const filter = (after === undefined ? {} : { _id: { $gt: after } }) as mongo.Filter<T>;
    const batch = await collection.find(filter, { projection }).sort({ _id: 1 }).limit(BATCH).toArray();
    if (batch.length > 0) yield batch as T[];
    after = batch.at(-1)?._id;
    if (batch.length < BATCH) return;
  }
}

/** Of two records of one word the one that was changed later stays. */
async function rekey(words: mongo.Collection<StoredMutedWord>, record: StoredMutedWord): Promise<void> {
  const { _id, user, changedAt } = record;
  const key = mutedKey(record.word);
  if (key === '' || key === record.key) return;
  const other = await words.findOne({ user, key, _id: { $ne: _id } });
  if (other !== null && other.changedAt > changedAt) {
    await words.deleteOne({ _id });
    return;
  }
  if (other !== null) await words.deleteOne({ _id: other._id });
  await words.updateOne({ _id }, { $set: { key } });
}

/** Computes the keys of tags and muted words again: they fold letter case fully, and tags are found in more scripts. */
export const tagKeysMigration: Migration = {
  name: '0003-tag-keys',
  async up(db, signal) {
    const posts = db.collection<StoredPost>('posts');
    const fields = { title: 1, description: 1, tags: 1, tagKeys: 1 } as const;
    for await (const batch of batches(posts, fields, signal)) {
      const changes = batch.map(retagged).filter((change) => change !== null);
      const writes = changes.map((updateOne) => ({ updateOne }));
      if (writes.length > 0) await posts.bulkWrite(writes, { ordered: false });
    }
    const words = db.collection<StoredMutedWord>('mutedwords');
    const wordFields = { user: 1, key: 1, word: 1, changedAt: 1 } as const;
    for await (const batch of batches(words, wordFields, signal)) {
      for (const record of batch) await rekey(words, record);
    }
  },
};
