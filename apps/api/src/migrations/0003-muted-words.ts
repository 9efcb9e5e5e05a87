import { mutedKey } from '@social-feed/contracts/words';
import type { mongo } from 'mongoose';
import type { Migration } from './migration.js';

const BATCH = 500;

interface StoredMutedWord {
  _id: mongo.ObjectId;
  user: mongo.ObjectId;
  key: string;
  word: string;
  exact?: boolean;
  changedAt: Date;
}

/** If two records of a user get the same key, the one changed later stays. */
async function rekey(words: mongo.Collection<StoredMutedWord>, record: StoredMutedWord): Promise<void> {
  const { _id, user, changedAt } = record;
  const key = mutedKey(record);
  if (key === '' || key === record.key) return;
  const other = await words.findOne({ user, key, _id: { $ne: _id } });
  if (other !== null && other.changedAt > changedAt) {
    await words.deleteOne({ _id });
    return;
  }
  if (other !== null) await words.deleteOne({ _id: other._id });
  await words.updateOne({ _id }, { $set: { key } });
}

/** Recomputes the keys of muted words and tags. */
export const rekeyMutedWords: Migration['up'] = async (db, signal) => {
  const words = db.collection<StoredMutedWord>('mutedwords');
  // a changed key does not move a record in this order: `_id` stays
  const found = words.find({}, { batchSize: BATCH, sort: { _id: 1 } });
  for await (const record of found) {
    signal.throwIfAborted();
    await rekey(words, record);
  }
  signal.throwIfAborted();
};

/** Recomputes the keys of muted words and tags with full case folding. */
export const mutedWordsMigration: Migration = { name: '0003-muted-words', up: rekeyMutedWords };
