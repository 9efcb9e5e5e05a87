import {
  DIGESTS,
  NOTIFICATION_KINDS,
  type BodyOf,
  type Digest,
  type NotificationSettings,
  type updateNotificationSettings,
} from '@social-feed/contracts';
import { Schema, type Connection, type Types } from 'mongoose';
import { native } from '../../platform/db/native.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

const DAY = 24 * 60 * 60 * 1000;
/** Milliseconds from one digest to the next. */
const PERIODS = { daily: DAY, weekly: 7 * DAY };

/** What somebody is told of; who changed nothing has none. */
const schema = new Schema({
  /** Whose they are. */
  _id: { type: Schema.Types.ObjectId, required: true },
  muted: { type: [{ type: String, enum: NOTIFICATION_KINDS }], default: undefined },
  digest: { type: String, enum: DIGESTS },
  /** What was done since is new to the next digest. Absent where they are off, as is the next. */
  digestFrom: Date,
  /** When the next digest is due. */
  digestAt: Date,
});
schema.index({ digestAt: 1 }, { sparse: true });

export type NotificationSettingsRecord = RecordOf<typeof schema, Partial<NotificationSettings>>;

export const notificationSettingsModel = modelOf<NotificationSettingsRecord>(
  'NotificationSettings',
  'notificationsettings',
  schema,
);

/** The digest that somebody gets. */
export interface OwnDigest {
  _id: Types.ObjectId;
  digest: Exclude<Digest, 'off'>;
  digestFrom: Date;
  digestAt: Date;
}

/** What people are told of, as they set it. */
export function createSettings(connection: Connection, now: () => Date) {
  const records = native(notificationSettingsModel(connection));
  const present = (record: Partial<NotificationSettings> | null): NotificationSettings => ({
    muted: record?.muted ?? [],
    digest: record?.digest ?? 'off',
  });
  const endDigests = (user: Types.ObjectId) =>
    records.updateOne({ _id: user }, { $unset: { digest: 1, digestFrom: 1, digestAt: 1 } });

  return {
    records,
    of: async (user: Types.ObjectId) => present(await records.findOne({ _id: user })),
    async change(user: Types.ObjectId, { muted, digest }: BodyOf<typeof updateNotificationSettings>) {
      if (muted) {
        const kinds = [...new Set(muted)];
        await records.updateOne({ _id: user }, { $set: { muted: kinds } }, { upsert: kinds.length > 0 });
      }
      if (digest === 'off') await endDigests(user);
      else if (digest !== undefined)
        // Set once more, or from one to the other, it goes on from the digest before.
        await records.updateOne(
          { _id: user },
          [
            { $set: { digest, digestFrom: { $ifNull: ['$digestFrom', now()] } } },
            { $set: { digestAt: { $add: ['$digestFrom', PERIODS[digest]] } } },
          ],
          { upsert: true },
        );
      return present(await records.findOne({ _id: user }));
    },
    /** Switches the digests off. Harmless when done twice, and for somebody who is gone. */
    endDigests,
    /** Digests that are due, the longest due first. */
    dueDigests: (most: number) =>
      records
        .find<OwnDigest>({ digestAt: { $lte: now() } })
        .sort({ digestAt: 1 })
        .limit(most)
        .toArray(),
    /** Sets when the next is due, unless another did or the settings changed. */
    setNextDigest({ _id, digest, digestAt }: OwnDigest) {
      const period = PERIODS[digest];
      const missed = Math.floor((now().getTime() - digestAt.getTime()) / period);
      const next = new Date(digestAt.getTime() + (missed + 1) * period);
      return records.updateOne({ _id, digest, digestAt }, { $set: { digestAt: next } });
    },
    /** The digest of somebody, due or not; `null` where they are off. */
    digestOf: (user: Types.ObjectId) =>
      records.findOne<OwnDigest>({ _id: user, digestFrom: { $exists: true } }),
    /** Remembers up to when somebody was told, unless the digests were ended meanwhile. */
    digestSent: ({ _id, digestFrom }: OwnDigest, until: Date) =>
      records.updateOne({ _id, digestFrom }, { $set: { digestFrom: until } }),
  };
}
