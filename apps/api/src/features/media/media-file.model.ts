import type { Media } from '@social-feed/contracts';
import { Schema, type InferSchemaType } from 'mongoose';
import { modelOf } from '../../platform/db/record.js';

export type UploadFacts = Pick<Media, 'width' | 'height' | 'placeholder' | 'duration'> & {
  /** Name of the still frame's file. */
  poster?: string;
};

/** An upload, written before its files, so that no file is without an owner. */
const schema = new Schema(
  {
    /** 32 hex digits: the folder of its files. */
    _id: { type: String, required: true },
    user: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, required: true },
    /** of all its files */
    bytes: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    /** What a post is told of it. Absent in uploads of before it was kept. */
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
    /** When it is looked at next whether anything uses it. */
    checkAt: Date,
    /** Until then something may be about to use it. */
    heldUntil: Date,
    /** Since when its files are being removed: nothing may use it from then on. */
    removingAt: Date,
  },
  { collection: 'mediafiles', versionKey: false, autoIndex: false },
);
schema.index({ user: 1, bytes: 1 });
schema.index({ checkAt: 1 });

type Inferred = InferSchemaType<typeof schema>;
export type MediaFileRecord = Omit<Inferred, 'kind' | 'facts' | Dates> & {
  kind: Media['kind'];
  facts?: UploadFacts;
} & Partial<Record<Dates, Date>>;
type Dates = 'checkAt' | 'heldUntil' | 'removingAt';

export const mediaFileModel = modelOf<MediaFileRecord>('MediaFile', schema);
