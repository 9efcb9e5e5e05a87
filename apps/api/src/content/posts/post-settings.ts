import {
  COMMENTING,
  DEFAULT_RULES,
  filled,
  type BodyOf,
  type PostSettings,
  type updatePostSettings,
} from '@social-feed/contracts';
import { Schema, type Connection, type Types } from 'mongoose';
import { collectionOf, unchecked } from '../../platform/db/collection-of.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';
import type { Platform } from '../../platform/platform.js';

/** Settings of users for their own posts; users with the defaults have no record. */
const schema = new Schema({
  /** The user. */
  _id: { type: Schema.Types.ObjectId, required: true },
  commenting: { type: String, enum: COMMENTING },
  commentsCloseAfter: Number,
  /** Days after which posts go. */
  deleteAfter: Number,
  /** When to look for such posts next; absent if none go. */
  sweepAt: Date,
});
schema.index({ sweepAt: 1 }, { sparse: true });

export type PostSettingsRecord = RecordOf<typeof schema, Partial<PostSettings> & { sweepAt?: Date }>;

const postSettingsModel = modelOf<PostSettingsRecord>('PostSettings', 'postsettings', schema, {
  backup: 'kept',
  ofUser: { by: '_id', exportedAs: 'postSettings', onDeletion: 'delete' },
  expires: null,
});

const DEFAULTS: PostSettings = { ...DEFAULT_RULES, deleteAfter: null };
const present = (record: Partial<PostSettings> | null): PostSettings => filled(DEFAULTS, record ?? {});

/** Settings of users for their own posts. */
export function createPostSettings(connection: Connection, now: Platform['now']) {
  const records = collectionOf(postSettingsModel(connection));
  return {
    of: async (user: Types.ObjectId): Promise<PostSettings> => present(await records.findOne({ _id: user })),
    async change(user: Types.ObjectId, body: BodyOf<typeof updatePostSettings>): Promise<PostSettings> {
      const fields = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      const sweeps = typeof body.deleteAfter === 'number';
      const update = {
        $set: { ...fields, ...(sweeps && { sweepAt: now() }) },
        ...(body.deleteAfter === null && { $unset: { sweepAt: 1 as const } }),
      };
      if (Object.keys(fields).length > 0) await records.updateOne({ _id: user }, update, { upsert: true });
      return present(await records.findOne({ _id: user }));
    },

    /** The user whose posts are due to be looked at the longest. */
    nextSweep: () => records.findOne({ sweepAt: { $lte: now() } }, { sort: { sweepAt: 1 } }),
    /** Notes when to look next, unless the user changed the setting. */
    async swept({ _id, sweepAt, deleteAfter }: PostSettingsRecord, next: Date): Promise<void> {
      await records.updateOne(unchecked({ _id, sweepAt, deleteAfter }), { $set: { sweepAt: next } });
    },

    exportOf: (user: Types.ObjectId) => records.find({ _id: user }, { projection: { _id: 0, sweepAt: 0 } }),
    deleteOf: (user: Types.ObjectId) => records.deleteOne({ _id: user }),
  };
}
