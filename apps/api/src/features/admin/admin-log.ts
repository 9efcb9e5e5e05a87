import { Schema, Types, type Connection } from 'mongoose';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { excerpt } from '../../platform/one-line.js';

const ADMIN_ACTS = [
  'make-admin',
  'revoke-admin',
  'suspend',
  'lift',
  'remove-post',
  'remove-comment',
  'mark-sensitive',
  'warn',
  'dismiss',
] as const;

/** An act of an admin, written before it is done; never changed and never removed. */
const schema = new Schema({
  at: { type: Date, required: true },
  /** `null` where the command on the server did it. */
  admin: { type: Schema.Types.ObjectId, default: null },
  /** Name at the time, since users come and go. */
  adminName: { type: String, required: true },
  act: { type: String, enum: ADMIN_ACTS, required: true },
  /** Whom it concerns: the user, or the author of what was removed or marked. */
  user: { type: Schema.Types.ObjectId, required: true },
  /** The post or comment that was removed or marked. */
  target: Schema.Types.ObjectId,
  /** The reason given, or the beginning of what was removed or marked. */
  note: { type: String, default: '' },
});
schema.index({ at: -1, _id: -1 });
schema.index({ user: 1, at: -1, _id: -1 });

schema.pre(/^(update|replace|delete|findOneAnd)/, () => {
  throw new Error('The log of admins is only ever added to');
});

export type AdminLogRecord = RecordOf<typeof schema>;

export const adminLogModel = modelOf<AdminLogRecord>('AdminLog', 'adminlog', schema);

const NOTE_MAX = 500;
/** Who acts where the command on the server does. */
const SERVER_NAME = '(server)';

/** An admin, or `null` for the command on the server. */
export type Actor = Pick<Viewer, 'id' | 'userName'> | null;

export interface Entry {
  /** Given where the act may be begun again: it is written down once. */
  _id?: Types.ObjectId;
  admin: Actor;
  act: AdminLogRecord['act'];
  user: Types.ObjectId;
  target?: Types.ObjectId;
  note?: string | undefined;
}

/** What admins did. An act is written down before it is done, so that none goes unseen. */
export function createAdminLog(connection: Connection, now: () => Date) {
  const records = adminLogModel(connection);
  return {
    async append({ admin, note = '', ...what }: Entry): Promise<void> {
      const entry = {
        at: now(),
        admin: admin === null ? null : new Types.ObjectId(admin.id),
        adminName: admin?.userName ?? SERVER_NAME,
        ...what,
        note: excerpt(note, NOTE_MAX),
      };
      await records.create([entry]).catch((error: unknown) => {
        if (what._id === undefined || !isDuplicateKey(error)) throw error;
      });
    },

    /** What was done to a user and what they wrote, the latest first. */
    of: (user: Types.ObjectId, limit: number): Promise<AdminLogRecord[]> =>
      records.find({ user }).sort({ at: -1, _id: -1 }).limit(limit).lean(),

    /** The latest entries, oldest of them first. */
    async latest(limit: number): Promise<AdminLogRecord[]> {
      return (await records.find().sort({ at: -1, _id: -1 }).limit(limit).lean()).reverse();
    },
  };
}
