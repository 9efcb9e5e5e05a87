import { FORMER_TEXTS_MAX, type FormerText } from '@social-feed/contracts';
import { Schema, type Connection, type Types } from 'mongoose';
import { retryDuplicate } from '../../platform/db/duplicate-key.js';
import { native } from '../../platform/db/native.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

const id = { type: Schema.Types.ObjectId, required: true };
const text = { type: String, default: '' };

/** A text that a post or a comment had before an edit. */
const schema = new Schema({
  /** The post or comment whose text it was. */
  of: id,
  /** That post or the comment's post, so that a deleted post takes all along. */
  post: id,
  user: id,
  title: text,
  text,
  /** Since when it stood there: no two texts of one thing have the same. */
  writtenAt: { type: Date, required: true },
});
schema.index({ of: 1, writtenAt: -1 }, { unique: true });
schema.index({ post: 1 });
schema.index({ user: 1 });

export type FormerTextRecord = RecordOf<typeof schema>;
export const formerTextModel = modelOf<FormerTextRecord>('FormerText', 'formertexts', schema);

/** When a text was written that may have been edited. */
export const writtenAt = ({ editedAt, createdAt }: { editedAt?: Date | null; createdAt: Date }): Date =>
  editedAt ?? createdAt;

/** Texts that posts and comments had before they were edited, the latest 20 of each. */
export class FormerTexts {
  private readonly records;

  constructor(connection: Connection) {
    this.records = native(formerTextModel(connection));
  }

  /** Keeps the present text of something before an edit takes its place. Harmless when done twice. */
  async keep({ of, writtenAt, ...fields }: Omit<FormerTextRecord, '_id'>): Promise<void> {
    await retryDuplicate(() =>
      this.records.updateOne({ of, writtenAt }, { $setOnInsert: fields }, { upsert: true }),
    );
    const [surplus] = await this.records
      .find({ of }, { projection: { writtenAt: 1 } })
      .sort({ writtenAt: -1 })
      .skip(FORMER_TEXTS_MAX)
      .limit(1)
      .toArray();
    if (surplus !== undefined) await this.records.deleteMany({ of, writtenAt: { $lte: surplus.writtenAt } });
  }

  /**
   * The texts before the present one, the latest first.
   * @param before when the present text was written: an edit that was cut off kept it already
   */
  async list(of: Types.ObjectId, before: Date): Promise<FormerText[]> {
    const found = await this.records
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

  /** Removes those of one post or comment. */
  async removeOf(of: Types.ObjectId): Promise<void> {
    await this.records.deleteMany({ of });
  }

  /** Removes those of a post and of its comments. */
  async removeOfPost(post: Types.ObjectId): Promise<void> {
    await this.records.deleteMany({ post });
  }

  /** Removes those that a user wrote. */
  async removeOfUser(user: Types.ObjectId): Promise<void> {
    await this.records.deleteMany({ user });
  }

  exportOf(user: Types.ObjectId) {
    return this.records.find({ user }, { projection: { user: 0 } });
  }
}
