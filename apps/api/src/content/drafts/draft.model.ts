import type { StoredDraft } from '@social-feed/contracts';
import { Schema, type Types } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

/** A post that its author keeps, or that is published later. It is no post: no list, count or feed can contain it. */
const schema = new Schema({
  user: { type: Schema.Types.ObjectId, required: true },
  /** The fields as sent, with complete media. */
  post: { type: Object, required: true },
  /** The uploads in its media, so that they are kept. */
  uploads: { type: [String], default: undefined },
  /** Ends of the time in which it is published. Absent for a draft, as is the next field. */
  from: Date,
  until: Date,
  /** Where its author chose that time. Choices made before it was kept have none. */
  timeZone: String,
  /** When it is published. During an attempt: when the next one is made if this one fails. */
  publishAt: Date,
  /** Why it could not be published. */
  problem: String,
  version: { type: Number, required: true },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  /** Set while it is being published: the ID of the new post. */
  publishing: { type: Object },
});
schema.index({ user: 1, updatedAt: -1 });
schema.index({ publishAt: 1 }, { sparse: true });
schema.index({ uploads: 1 }, { sparse: true });
schema.index({ 'publishing.post': 1 }, { sparse: true });

interface NamedFields {
  post: StoredDraft['post'];
  uploads?: string[];
  from?: Date;
  until?: Date;
  timeZone?: string;
  publishAt?: Date;
  problem?: string;
  publishing?: { post: Types.ObjectId };
}
export type DraftRecord = RecordOf<typeof schema, NamedFields>;

export const draftModel = modelOf<DraftRecord>('Draft', 'drafts', schema, {
  backup: 'kept',
  ofUser: { by: 'user', exportedAs: 'drafts', onDeletion: 'delete' },
  expires: null,
});
