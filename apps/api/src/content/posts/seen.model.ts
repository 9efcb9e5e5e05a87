import { Schema, type Types } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

/** Posts that a user has viewed long ago, by their numbers: a document for each block of numbers (seen-bits.ts). */
const seen = new Schema({
  user: { type: Schema.Types.ObjectId, required: true },
  block: { type: Number, required: true },
  bits: { type: Buffer, required: true },
});
seen.index({ user: 1, block: 1 }, { unique: true });

/** How far views are folded: the single record. */
const folding = new Schema({
  _id: { type: String, required: true },
  /** The number of the next post that gets one. */
  next: { type: Number, required: true },
  /** All older records are folded, or stay. */
  after: Schema.Types.ObjectId,
});

export type SeenRecord = RecordOf<typeof seen, { bits: { buffer: Uint8Array } }>;
export type FoldingRecord = RecordOf<typeof folding, { _id: string; after?: Types.ObjectId }>;

// A backup has what was folded while it was made in both places; a restore removes it here (backup/folded-views.ts).
export const seenModel = modelOf<SeenRecord>('Seen', 'seen', seen, {
  backup: 6,
  ofUser: { by: 'user', exportedAs: 'seenPosts', onDeletion: 'delete' },
  expires: null,
});
export const foldingModel = modelOf<FoldingRecord>('Folding', 'foldings', folding, {
  backup: 0,
  ofUser: null,
  expires: null,
});
