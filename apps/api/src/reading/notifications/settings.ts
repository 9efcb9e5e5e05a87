import {
  DIGESTS,
  DIGEST_NAMES,
  NOTIFICATION_KINDS,
  type BodyOf,
  type Digest,
  type NotificationSettings,
  type updateNotificationSettings,
} from '@social-feed/contracts';
import { Schema, type Connection, type Types } from 'mongoose';
import type { Inboxes } from '../../community/inboxes/inboxes.feature.js';
import { collectionOf, type Collection } from '../../platform/db/collection-of.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';
import { isTimeZone, nextWallTime } from '@social-feed/contracts/wall-clock';
import { DAY, nextHour } from '../../platform/time.js';

/** Milliseconds between two digests. */
const periodOf = (digest: OwnDigest['digest']): number => DIGESTS[digest].days * DAY;

/** Notification settings; users with the defaults have no record. */
const schema = new Schema({
  /** The user. */
  _id: { type: Schema.Types.ObjectId, required: true },
  muted: { type: [{ type: String, enum: NOTIFICATION_KINDS }], default: undefined },
  digest: { type: String, enum: DIGEST_NAMES },
  /** Start of the period of the next digest. Absent if digests are off, as is the next field. */
  digestFrom: Date,
  /** When the next digest is due. */
  digestAt: Date,
  /** The hour of the mail with today's hand, the zone of that hour, UTC if absent, and when the next is due. Absent if it is off. */
  todayHour: Number,
  todayZone: String,
  todayAt: Date,
  /** False if a moderator wants no mails about what waits for a decision. */
  reportMails: Boolean,
  /** When the last of them was sent. */
  reportMailAt: Date,
  /** The day whose hand was sent last. */
  todaySent: String,
});
schema.index({ digestAt: 1 }, { sparse: true });
schema.index({ todayAt: 1 }, { sparse: true });

export type NotificationSettingsRecord = RecordOf<typeof schema, Partial<NotificationSettings>>;

export const notificationSettingsModel = modelOf<NotificationSettingsRecord>(
  'NotificationSettings',
  'notificationsettings',
  schema,
  {
    backup: 'kept',
    ofUser: { by: '_id', exportedAs: 'notificationSettings', onDeletion: 'delete' },
    expires: null,
  },
);

/** A user's digest settings. */
export interface OwnDigest {
  _id: Types.ObjectId;
  digest: Exclude<Digest, 'off'>;
  digestFrom: Date;
  digestAt: Date;
}

/** A user's mails with today's hand. */
export interface OwnTodayMail {
  _id: Types.ObjectId;
  todayHour: number;
  todayZone?: string;
  todayAt: Date;
  todaySent?: string;
}

/** Returns when the next mail with today's hand is due. */
function nextTodayMail(
  { todayHour, todayZone }: Pick<OwnTodayMail, 'todayHour' | 'todayZone'>,
  now: Date,
): Date {
  // an older Node may not know a zone that was stored
  if (todayZone === undefined || !isTimeZone(todayZone)) return nextHour(now, todayHour);
  return nextWallTime(now, `${String(todayHour).padStart(2, '0')}:00`, todayZone);
}

export type NotificationSettingsStore = ReturnType<typeof createSettings>;

interface Store {
  records: Collection<NotificationSettingsRecord>;
  inboxes: Pick<Inboxes, 'changing'>;
  now: () => Date;
}

type Changes = BodyOf<typeof updateNotificationSettings>;

/** @param moderates whether the settings of moderators are included */
const present = (record: Partial<NotificationSettings> | null, moderates: boolean): NotificationSettings => ({
  muted: record?.muted ?? [],
  digest: record?.digest ?? 'off',
  todayHour: record?.todayHour ?? null,
  ...(record?.todayZone && { todayZone: record.todayZone }),
  ...(moderates && { reportMails: record?.reportMails ?? true }),
});

const endDigests = ({ records }: Store, user: Types.ObjectId) =>
  records.updateOne({ _id: user }, { $unset: { digest: 1, digestFrom: 1, digestAt: 1 } });

const endTodayMails = ({ records }: Store, user: Types.ObjectId) =>
  records.updateOne({ _id: user }, { $unset: { todayHour: 1, todayZone: 1, todayAt: 1 } });

/** A repeated setting keeps the time of a mail that is due. */
const setTodayMail = (
  { records, now }: Store,
  user: Types.ObjectId,
  todayHour: number,
  zone: string | undefined,
) => {
  const next = nextTodayMail({ todayHour, ...(zone && { todayZone: zone }) }, now());
  const isSame = {
    $and: [
      { $eq: ['$todayHour', todayHour] },
      { $eq: [{ $ifNull: ['$todayZone', ''] }, { $literal: zone ?? '' }] },
    ],
  };
  const todayAt = { $cond: [isSame, '$todayAt', next] };
  const todayZone = zone === undefined ? '$$REMOVE' : { $literal: zone };
  return records.updateOne({ _id: user }, [{ $set: { todayAt, todayHour, todayZone } }], { upsert: true });
};

async function change(
  store: Store,
  user: Types.ObjectId,
  { muted, digest, todayHour, todayZone, reportMails }: Changes,
  moderates: boolean,
): Promise<NotificationSettings> {
  const { records, inboxes, now } = store;
  if (reportMails !== undefined)
    await records.updateOne({ _id: user }, { $set: { reportMails } }, { upsert: true });
  if (todayHour === null) await endTodayMails(store, user);
  else if (todayHour !== undefined) await setTodayMail(store, user, todayHour, todayZone);
  if (muted) {
    const kinds = [...new Set(muted)];
    await inboxes.changing([user], () =>
      records.updateOne({ _id: user }, { $set: { muted: kinds } }, { upsert: kinds.length > 0 }),
    );
  }
  if (digest === 'off') await endDigests(store, user);
  else if (digest !== undefined)
    // A repeated or changed setting continues from the previous digest.
    await records.updateOne(
      { _id: user },
      [
        { $set: { digest, digestFrom: { $ifNull: ['$digestFrom', now()] } } },
        { $set: { digestAt: { $add: ['$digestFrom', periodOf(digest)] } } },
      ],
      { upsert: true },
    );
  return present(await records.findOne({ _id: user }), moderates);
}

/** Notification settings of users. */
export function createSettings({
  connection,
  ...parts
}: Omit<Store, 'records'> & { connection: Connection }) {
  const records = collectionOf(notificationSettingsModel(connection));
  const store: Store = { ...parts, records };
  const { now } = parts;

  return {
    records,
    of: async (user: Types.ObjectId, moderates = false) =>
      present(await records.findOne({ _id: user }), moderates),
    change: (user: Types.ObjectId, changes: Changes, moderates = false) =>
      change(store, user, changes, moderates),
    /** Whether a moderator wants mails about what waits for a decision, and when the last was sent. */
    async reportMailOf(user: Types.ObjectId): Promise<{ isOn: boolean; sentAt?: Date | undefined }> {
      const record = await records.findOne(
        { _id: user },
        { projection: { reportMails: 1, reportMailAt: 1 } },
      );
      return { isOn: record?.reportMails ?? true, sentAt: record?.reportMailAt ?? undefined };
    },
    reportMailSent: (user: Types.ObjectId, reportMailAt: Date) =>
      records.updateOne({ _id: user }, { $set: { reportMailAt } }, { upsert: true }),
    /** Switches the digests off. Safe to repeat, and for deleted users. */
    endDigests: (user: Types.ObjectId) => endDigests(store, user),
    /** Due digests, longest overdue first. */
    dueDigests: (most: number) =>
      records
        .find<OwnDigest>({ digestAt: { $lte: now() } })
        .sort({ digestAt: 1 })
        .limit(most)
        .toArray(),
    /** Schedules the next digest, unless another process did or the settings changed. */
    setNextDigest({ _id, digest, digestAt }: OwnDigest) {
      const period = periodOf(digest);
      const missed = Math.floor((now().getTime() - digestAt.getTime()) / period);
      const next = new Date(digestAt.getTime() + (missed + 1) * period);
      return records.updateOne({ _id, digest, digestAt }, { $set: { digestAt: next } });
    },
    /** The digest settings of a user, due or not; `null` if off. */
    digestOf: (user: Types.ObjectId) =>
      records.findOne<OwnDigest>({ _id: user, digestFrom: { $exists: true } }),
    /** Stores up to when the user was notified, unless the digests were switched off in between. */
    digestSent: ({ _id, digestFrom }: OwnDigest, until: Date) =>
      records.updateOne({ _id, digestFrom }, { $set: { digestFrom: until } }),
    /** Switches the mails with today's hand off. Safe to repeat, and for deleted users. */
    endTodayMails: (user: Types.ObjectId) => endTodayMails(store, user),
    /** Due mails with today's hand, longest overdue first. */
    dueTodayMails: (most: number) =>
      records
        .find<OwnTodayMail>({ todayAt: { $lte: now() } })
        .sort({ todayAt: 1 })
        .limit(most)
        .toArray(),
    /** Schedules the next mail with today's hand, unless another process did or the settings changed. */
    setNextTodayMail: ({ _id, todayAt, ...own }: OwnTodayMail) =>
      records.updateOne(
        { _id, todayHour: own.todayHour, todayAt },
        { $set: { todayAt: nextTodayMail(own, now()) } },
      ),
    /** The settings of a user's mails with today's hand; `null` if off. */
    todayMailOf: (user: Types.ObjectId) =>
      records.findOne<OwnTodayMail>({ _id: user, todayHour: { $exists: true } }),
    /** Stores the day whose hand was sent. */
    todayMailSent: ({ _id }: OwnTodayMail, todaySent: string) =>
      records.updateOne({ _id, todayHour: { $exists: true } }, { $set: { todaySent } }),
  };
}
