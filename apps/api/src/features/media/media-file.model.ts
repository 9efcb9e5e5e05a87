import type { Media } from '@social-feed/contracts';
import { Schema, type Connection, type Model, type Types } from 'mongoose';

/** An upload, written before its files, so that no file is without an owner. */
export interface MediaFileRecord {
  /** 32 hex digits: the folder of its files. */
  _id: string;
  user: Types.ObjectId;
  kind: Media['kind'];
  /** of all its files */
  bytes: number;
  createdAt: Date;
  /** What a post is told of it. Absent in uploads of before it was kept. */
  facts?: UploadFacts;
  /** When it is looked at next whether anything uses it. */
  checkAt?: Date;
  /** Until then something may be about to use it. */
  heldUntil?: Date;
  /** Since when its files are being removed: nothing may use it from then on. */
  removingAt?: Date;
}

export type UploadFacts = Pick<Media, 'width' | 'height' | 'placeholder' | 'duration'> & {
  /** Name of the still frame's file. */
  poster?: string;
};

const schema = new Schema<MediaFileRecord>(
  {
    _id: { type: String, required: true },
    user: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, required: true },
    bytes: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    facts: {
      type: {
        _id: false,
        width: Number,
        height: Number,
        placeholder: String,
        duration: Number,
        poster: String,
      },
      default: undefined,
    },
    checkAt: Date,
    heldUntil: Date,
    removingAt: Date,
  },
  { collection: 'mediafiles', versionKey: false, autoIndex: false },
);
schema.index({ user: 1, bytes: 1 });
schema.index({ checkAt: 1 });

export const mediaFileModel = (connection: Connection): Model<MediaFileRecord> =>
  connection.model<MediaFileRecord>('MediaFile', schema);
