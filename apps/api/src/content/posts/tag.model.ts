import { Schema } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

/** A tag of posts that are not hidden. */
const schema = new Schema({
  /** Its `tagTerm`. */
  _id: { type: String, required: true },
  /** The spelling of the newest post that has it. */
  tag: { type: String, required: true },
  /** Number of posts, at most `COUNTED_MATCHES`. */
  posts: { type: Number, required: true },
  /** Changes with each write. */
  version: { type: Schema.Types.ObjectId, required: true },
});

export type TagRecord = RecordOf<typeof schema, { _id: string }>;

export const tagModel = modelOf<TagRecord>('Tag', 'tags', schema, {
  backup: 'rebuilt',
  ofUser: null,
  expires: null,
});
