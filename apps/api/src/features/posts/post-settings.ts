import { COMMENTING, type BodyOf, type PostSettings, type updatePostSettings } from '@social-feed/contracts';
import { Schema, type Connection, type Types } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

/** What users chose for their own posts; users with the defaults have no record. */
const schema = new Schema({
  /** The user. */
  _id: { type: Schema.Types.ObjectId, required: true },
  commenting: { type: String, enum: COMMENTING },
  commentsCloseAfter: Number,
});

export type PostSettingsRecord = RecordOf<typeof schema, Partial<PostSettings>>;

const postSettingsModel = modelOf<PostSettingsRecord>('PostSettings', 'postsettings', schema, {
  backup: 'kept',
  ofUser: { by: '_id', exportedAs: 'postSettings', onDeletion: 'delete' },
  expires: null,
});

const present = (record: Partial<PostSettings> | null): PostSettings => ({
  commenting: record?.commenting ?? 'everybody',
  commentsCloseAfter: record?.commentsCloseAfter ?? null,
});

/** What users chose for their own posts. */
export function createPostSettings(connection: Connection) {
  const records = collectionOf(postSettingsModel(connection));
  return {
    records,
    of: async (user: Types.ObjectId): Promise<PostSettings> => present(await records.findOne({ _id: user })),
    async change(user: Types.ObjectId, body: BodyOf<typeof updatePostSettings>): Promise<PostSettings> {
      const fields = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      if (Object.keys(fields).length > 0)
        await records.updateOne({ _id: user }, { $set: fields }, { upsert: true });
      return present(await records.findOne({ _id: user }));
    },
  };
}
