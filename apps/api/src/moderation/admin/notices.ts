import { NOTICE_KINDS, NOTIFICATION_LIMITS, type Notice } from '@social-feed/contracts';
import { Schema, type Connection, type Types } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';
import type { Told } from '../../platform/mail/moderation-mails.js';
import { DAY } from '../../platform/time.js';

/** A message of the moderators to a user, shown in addition to the mail. */
const schema = new Schema({
  user: { type: Schema.Types.ObjectId, required: true },
  at: { type: Date, required: true },
  kind: { type: String, enum: NOTICE_KINDS, required: true },
  text: { type: String, default: '' },
  /** The text of the broken rule. */
  rule: String,
  /** The start of the removed or marked text. Older notices have it in `text`. */
  content: String,
});
schema.index({ user: 1, at: -1, _id: -1 });

type NoticeRecord = RecordOf<typeof schema>;
type NewNotice = Omit<NoticeRecord, 'at' | 'rule' | 'content'> & Pick<Told, 'rule' | 'content'>;

const noticeModel = modelOf<NoticeRecord>('ModerationNotice', 'moderationnotices', schema, {
  backup: 'kept',
  ofUser: { by: 'user', exportedAs: 'moderationNotices', onDeletion: 'delete' },
  expires: { at: 'at', after: NOTIFICATION_LIMITS.days * DAY },
});

const SHOWN = 20;

export type Notices = ReturnType<typeof createNotices>;

/** The moderators' messages to users, which stand with their notifications. */
export function createNotices(connection: Connection, now: () => Date) {
  const records = collectionOf(noticeModel(connection));
  return {
    /** @param notice its `_id` identifies what may be told again after a crash */
    async add({ _id, rule, content, ...notice }: NewNotice): Promise<void> {
      const fields = { ...notice, ...(rule && { rule }), ...(content && { content }), at: now() };
      await records.updateOne({ _id }, { $setOnInsert: fields }, { upsert: true });
    },

    has: async (_id: Types.ObjectId): Promise<boolean> =>
      (await records.findOne({ _id }, { projection: { _id: 1 } })) !== null,

    /** The latest of a user. */
    async of(user: Types.ObjectId): Promise<Notice[]> {
      const found = await records.find({ user }).sort({ at: -1, _id: -1 }).limit(SHOWN).toArray();
      return found.map(({ _id, at, kind, rule, content, text }) => ({
        _id: _id.toHexString(),
        at: at.toISOString(),
        kind,
        ...(rule && { rule }),
        ...(content && { content }),
        text,
      }));
    },

    exportOf: (user: Types.ObjectId) => records.find({ user }, { projection: { _id: 0, user: 0 } }),
    deleteOf: (user: Types.ObjectId) => records.deleteMany({ user }),
  };
}
