import {
  NOTIFICATION_KINDS,
  type BodyOf,
  type NotificationSettings,
  type updateNotificationSettings,
} from '@social-feed/contracts';
import { Schema, type Connection, type Types } from 'mongoose';
import { native } from '../../platform/db/native.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

/** What somebody is told of; who changed nothing has none. */
const schema = new Schema(
  {
    /** Whose they are. */
    _id: { type: Schema.Types.ObjectId, required: true },
    muted: { type: [{ type: String, enum: NOTIFICATION_KINDS }], default: undefined },
  },
  { collection: 'notificationsettings', versionKey: false, autoIndex: false },
);

export type NotificationSettingsRecord = RecordOf<typeof schema, Partial<NotificationSettings>>;

export const notificationSettingsModel = modelOf<NotificationSettingsRecord>('NotificationSettings', schema);

/** What people are told of, as they set it. */
export function createSettings(connection: Connection) {
  const records = native(notificationSettingsModel(connection));
  const present = (record: Partial<NotificationSettings> | null): NotificationSettings => ({
    muted: record?.muted ?? [],
  });
  return {
    records,
    of: async (user: Types.ObjectId) => present(await records.findOne({ _id: user })),
    change: async (user: Types.ObjectId, changes: BodyOf<typeof updateNotificationSettings>) => {
      if (changes.muted) {
        const muted = [...new Set(changes.muted)];
        await records.updateOne({ _id: user }, { $set: { muted } }, { upsert: true });
      }
      return present(await records.findOne({ _id: user }));
    },
  };
}
