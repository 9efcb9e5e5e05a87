import type { Media } from '@social-feed/contracts';
import { Schema } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

export type UploadFacts = Pick<Media, 'width' | 'height' | 'placeholder' | 'duration'> & {
  /** Name of the still frame's file. */
  poster?: string;
};

/** An upload, written before its files, so that no file is without an owner. */
const schema = new Schema({
  /** 32 hex digits: the folder of its files. */
  _id: { type: String, required: true },
  user: { type: Schema.Types.ObjectId, required: true },
  kind: { type: String, required: true },
  /** of all its files */
  bytes: { type: Number, required: true },
  createdAt: { type: Date, required: true },
  /** What a post is told of it. */
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
  /** When it is looked at next whether anything uses it. */
  checkAt: { type: Date, required: true },
  /** Until then something may be about to use it. */
  heldUntil: Date,
  /** Who holds it. Absent on records from before there was a release. */
  holders: { type: [String], default: undefined },
  /** Since when its files are being removed: nothing may use it from then on. */
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

export const mediaFileModel = modelOf<MediaFileRecord>('MediaFile', 'mediafiles', schema);
