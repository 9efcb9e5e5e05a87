import { FORMER_TEXTS_MAX, type FormerText } from '@social-feed/contracts';
import { Schema, type Connection, type Types } from 'mongoose';
import { retryDuplicate } from '../../platform/db/duplicate-key.js';
import { collectionOf } from '../../platform/db/collection-of.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

const id = { type: Schema.Types.ObjectId, required: true };
const text = { type: String, default: '' };

/** The text of a post or comment before an edit. */
const schema = new Schema({
  /** The edited post or comment. */
  of: id,
  /** That post, or the comment's post, so that deleting a post deletes all of them. */
  post: id,
  user: id,
  title: text,
  text,
  /** When the text was written; unique per post or comment. */
  writtenAt: { type: Date, required: true },
});
schema.index({ of: 1, writtenAt: -1 }, { unique: true });
schema.index({ post: 1 });
schema.index({ user: 1 });

export type FormerTextRecord = RecordOf<typeof schema>;
export const formerTextModel = modelOf<FormerTextRecord>('FormerText', 'formertexts', schema, {
  backup: 'kept',
  ofUser: { by: 'user', exportedAs: 'formerTexts', onDeletion: 'delete' },
  expires: null,
});

/** When the current text was written. */
export const writtenAt = ({ editedAt, createdAt }: { editedAt?: Date | null; createdAt: Date }): Date =>
  editedAt ?? createdAt;

export type FormerTexts = ReturnType<typeof createFormerTexts>;

/** Former texts of edited posts and comments, the latest 20 of each. */
export function createFormerTexts(connection: Connection) {
  const records = collectionOf(formerTextModel(connection));

  /** Stores the current text before an edit replaces it. Idempotent. */
  async function keep({ of, writtenAt, ...fields }: Omit<FormerTextRecord, '_id'>): Promise<void> {
    await retryDuplicate(() =>
      records.updateOne({ of, writtenAt }, { $setOnInsert: fields }, { upsert: true }),
    );
    const [surplus] = await records
      .find({ of }, { projection: { writtenAt: 1 } })
      .sort({ writtenAt: -1 })
      .skip(FORMER_TEXTS_MAX)
      .limit(1)
      .toArray();
    if (surplus !== undefined) await records.deleteMany({ of, writtenAt: { $lte: surplus.writtenAt } });
  }

  /**
   * Returns the former texts, latest first.
   * @param before when the current text was written: an interrupted edit has stored it already
   */
  async function list(of: Types.ObjectId, before: Date): Promise<FormerText[]> {
    const found = await records
      .find({ of, writtenAt: { $lt: before } })
      .sort({ writtenAt: -1 })
      .limit(FORMER_TEXTS_MAX)
      .toArray();
    return found.map(({ title, text, writtenAt }) => ({
      title: title ?? '',
      text: text ?? '',
      writtenAt: writtenAt.toISOString(),
    }));
  }

  /** Removes the former texts of one post or comment. */
  async function removeOf(of: Types.ObjectId): Promise<void> {
    await records.deleteMany({ of });
  }

  /** Removes the former texts of a post and its comments. */
  async function removeOfPost(post: Types.ObjectId): Promise<void> {
    await records.deleteMany({ post });
  }

  /** Removes the former texts a user wrote. */
  async function removeOfUser(user: Types.ObjectId): Promise<void> {
    await records.deleteMany({ user });
  }

  function exportOf(user: Types.ObjectId) {
    return records.find({ user }, { projection: { user: 0 } });
  }

  return { keep, list, removeOf, removeOfPost, removeOfUser, exportOf };
}
