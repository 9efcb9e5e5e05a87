import { NOTIFICATION_KINDS, NOTIFICATION_LIMITS } from '@social-feed/contracts';
import { Schema, type Types } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';
import { DAY, HOUR } from '../../platform/time.js';

/** One action of a user. */
export interface Entry {
  /** Identifies the action: the id of the comment or post, else of the acting user. */
  ref: Types.ObjectId;
  user: Types.ObjectId;
  at: Date;
  /** Of two events for one action the later one applies. */
  changedAt: Date;
  /** False if the action was undone. The entry stays for a while, because an earlier event may arrive late. */
  isOn: boolean;
}

const date = { type: Date, required: true };
const dateOrNull = { type: Date, default: null } as const;

/**
 * Actions of one kind on one post, or all follows of one user: one document each. Do not delete one to hide it: events
 * may arrive again and would create it, and open streams see only a changed `touchedAt`.
 */
const schema = new Schema({
  /** `kind:recipient:post`, so that each is unique. */
  _id: { type: String, required: true },
  kind: { type: String, enum: NOTIFICATION_KINDS, required: true },
  recipient: { type: Schema.Types.ObjectId, required: true },
  /** Absent for follows. */
  post: Schema.Types.ObjectId,
  /** The latest, at most `NOTIFICATION_LIMITS.entries`. */
  entries: { type: [Object], required: true },
  /** Whether more entries existed. */
  more: { type: Boolean, required: true, default: false },
  /** Time of the latest action that was not undone; `null` if none is left. */
  at: dateOrNull,
  /** Up to when the recipient has read it. */
  readAt: dateOrNull,
  isUnread: { type: Boolean, required: true },
  /** Time of the last change, for live updates. */
  touchedAt: date,
  expiresAt: date,
});
schema.index({ recipient: 1, at: -1, _id: -1 });
schema.index({ recipient: 1, isUnread: 1, at: -1, _id: -1 });
schema.index({ recipient: 1, touchedAt: -1 });
// The index alone answers the query that every process sends each second, in the order of time and id.
schema.index({ touchedAt: 1, _id: 1, recipient: 1 });
schema.index({ post: 1 }, { sparse: true });

export type NotificationRecord = RecordOf<
  typeof schema,
  { _id: string; entries: Entry[]; post?: Types.ObjectId; at: Date | null; readAt: Date | null }
>;

export const notificationModel = modelOf<NotificationRecord>('Notification', 'notifications', schema, {
  backup: 'kept',
  ofUser: { by: 'recipient', exportedAs: 'notifications', onDeletion: 'delete' },
  expires: { at: 'expiresAt' },
});

/** How long an undone action is stored, in milliseconds. */
const TAKEN_BACK_LASTS = HOUR;

const isOn = { $filter: { input: '$entries', as: 'e', cond: '$$e.isOn' } };

/**
 * Returns the update that adds or removes entries, each unless a later event was applied before. So events may
 * arrive repeatedly and in any order.
 */
export function entriesUpdate(
  fields: Pick<NotificationRecord, 'kind' | 'recipient' | 'post'>,
  entries: readonly Entry[],
  now: Date,
): Record<string, unknown>[] {
  const isKept = {
    $or: ['$$e.isOn', { $gt: ['$$e.changedAt', new Date(now.getTime() - TAKEN_BACK_LASTS)] }],
  };
  return [
    {
      $set: {
        ...fields,
        entries: { $filter: { input: { $ifNull: ['$entries', []] }, as: 'e', cond: isKept } },
      },
    },
    ...entries.map((entry) => ({ $set: { entries: takenUp(entry) } })),
    {
      $set: {
        more: {
          $or: [{ $eq: ['$more', true] }, { $gt: [{ $size: '$entries' }, NOTIFICATION_LIMITS.entries] }],
        },
        entries: { $slice: ['$entries', -NOTIFICATION_LIMITS.entries] },
      },
    },
    { $set: { at: { $ifNull: [{ $max: { $map: { input: isOn, as: 'e', in: '$$e.at' } } }, null] } } },
    {
      $set: {
        readAt: { $ifNull: ['$readAt', null] },
        isUnread: { $gt: ['$at', { $ifNull: ['$readAt', null] }] },
        touchedAt: { $max: [now, { $add: ['$touchedAt', 1] }] },
        expiresAt: {
          $cond: [
            { $eq: ['$at', null] },
            new Date(now.getTime() + DAY),
            new Date(now.getTime() + NOTIFICATION_LIMITS.days * DAY),
          ],
        },
      },
    },
  ];
}

function takenUp(entry: Entry): object {
  const same = { $eq: ['$$e.ref', entry.ref] };
  const later = { $and: [same, { $gte: ['$$e.changedAt', entry.changedAt] }] };
  const others = { $filter: { input: '$entries', as: 'e', cond: { $not: [same] } } };
  const isOld = { $gt: [{ $size: { $filter: { input: '$entries', as: 'e', cond: later } } }, 0] };
  return { $cond: [isOld, '$entries', { $concatArrays: [others, [{ $literal: entry }]] }] };
}
