import type { Media } from '@social-feed/contracts';
import { Schema } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

export type UploadFacts = Pick<Media, 'width' | 'height' | 'placeholder' | 'duration'> & {
  /** Name of the poster file. */
  poster?: string;
};

/** An upload. Its record is written before its files, so that no file lacks an owner. */
const schema = new Schema({
  /** 32 hex digits; also the name of the folder of its files. */
  _id: { type: String, required: true },
  user: { type: Schema.Types.ObjectId, required: true },
  kind: { type: String, required: true },
  /** of all its files */
  bytes: { type: Number, required: true },
  createdAt: { type: Date, required: true },
  /** Facts that a post gets of it. */
  facts: {
    type: {
      _id: false,
      width: Number,
      height: Number,
      placeholder: String,
      duration: Number,
      poster: String,
    },
    required: true,
  },
  /** When to check next whether it is in use. */
  checkAt: { type: Date, required: true },
  /** Until then a write may be about to use it. */
  heldUntil: Date,
  /** The writes that hold it. Absent in old records. */
  holders: { type: [String], default: undefined },
  /** When the removal of its files started; nothing may use it after that. */
  removingAt: Date,
});
schema.index({ user: 1, bytes: 1 });
schema.index({ checkAt: 1 });

export type MediaFileRecord = RecordOf<
  typeof schema,
  {
    _id: string;
    kind: Media['kind'];
    facts: UploadFacts;
    heldUntil?: Date;
    holders?: string[];
    removingAt?: Date;
  }
>;

export const mediaFileModel = modelOf<MediaFileRecord>('MediaFile', 'mediafiles', schema, {
  backup: 'kept',
  ofUser: { by: 'user', exportedAs: null, onDeletion: 'delete' },
  expires: null,
});
