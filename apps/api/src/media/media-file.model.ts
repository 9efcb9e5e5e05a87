import { Schema, type Connection, type Model, type Types } from 'mongoose';

/** An upload, written before its files, so that no file is without an owner. */
export interface MediaFileRecord {
  /** 32 hex digits: the folder of its files. */
  _id: string;
  user: Types.ObjectId;
  kind: 'image' | 'video';
  /** of all its files */
  bytes: number;
  createdAt: Date;
}

const schema = new Schema<MediaFileRecord>(
  {
    _id: { type: String, required: true },
    user: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, required: true },
    bytes: { type: Number, required: true },
    createdAt: { type: Date, required: true },
  },
  { collection: 'mediafiles', versionKey: false, autoIndex: false },
);
schema.index({ user: 1, bytes: 1 });

export const mediaFileModel = (connection: Connection): Model<MediaFileRecord> =>
  connection.model<MediaFileRecord>('MediaFile', schema);
