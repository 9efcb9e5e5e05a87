import {
  ACT_NAMES,
  NOTE_CAUSES,
  REFUSAL_KIND_NAMES,
  REPORT_LIMITS,
  SERVER_NAME,
  actOf,
  type ActName,
  type NoteParts,
} from '@social-feed/contracts';
import { Schema, Types } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { excerpt } from '../../platform/text.js';

/** What the note consists of. Older entries have none. */
const partsSchema = new Schema(
  {
    days: Number,
    rule: String,
    cause: { type: String, enum: NOTE_CAUSES },
    refused: { type: String, enum: REFUSAL_KIND_NAMES },
    values: Number,
    settings: { type: [String], default: undefined },
    text: { type: String, default: '' },
  },
  { _id: false },
);

/** An admin action. Written before the action runs, never changed or removed. */
const schema = new Schema({
  at: { type: Date, required: true },
  /** `null` if the server command did it. */
  admin: { type: Schema.Types.ObjectId, default: null },
  /** Name at the time, because users may be renamed or deleted. */
  adminName: { type: String, required: true },
  act: { type: String, enum: ACT_NAMES, required: true },
  /** The user concerned, the author of the removed or marked content, or the admin who changed settings. */
  user: { type: Schema.Types.ObjectId, required: true },
  /** The removed or marked post or comment. */
  target: Schema.Types.ObjectId,
  /** The given reason, or the start of the removed or marked text. */
  note: { type: String, default: '' },
  parts: partsSchema,
});
schema.index({ at: -1, _id: -1 });
schema.index({ user: 1, at: -1, _id: -1 });

schema.pre(/^(update|replace|delete|findOneAnd)/, () => {
  throw new Error('The log of admins is only ever added to');
});

export type AdminLogRecord = RecordOf<typeof schema, { parts?: NoteParts }>;

export const adminLogModel = modelOf<AdminLogRecord>('AdminLog', 'adminlog', schema, {
  backup: 'kept',
  ofUser: { by: 'user', exportedAs: null, onDeletion: 'keep' },
  expires: null,
});

const NOTE_MAX = 500;
const DOERS_MAX = 50;
const OPEN = ACT_NAMES.filter((name) => actOf(name).open);

export interface Entry {
  /** Set if the action may be retried, so that it is logged once. */
  _id?: Types.ObjectId;
  admin: Pick<Viewer, 'id' | 'userName'> | null;
  act: AdminLogRecord['act'];
  user: Types.ObjectId;
  target?: Types.ObjectId;
  note?: string | undefined;
  parts?: NoteParts | undefined;
}

/** The parts of a note, as answers have them. */
export const partsOf = (entry: { parts?: NoteParts | undefined } | null): { parts?: NoteParts } =>
  entry?.parts ? { parts: entry.parts } : {};

export type AdminLog = ReturnType<typeof createAdminLog>;

/** Log of admin actions. Each is logged before it runs, so that none is missing. */
export function createAdminLog({
  connection,
  readPage,
  now,
}: Pick<Platform, 'connection' | 'readPage' | 'now'>) {
  const records = adminLogModel(connection);
  /** Actions on a user and their content, latest first. */
  const entriesOf = (user: Types.ObjectId, limit: number): Promise<AdminLogRecord[]> =>
    records.find({ user }).sort({ at: -1, _id: -1 }).limit(limit).lean();

  return {
    append: async ({ admin, note = '', parts, ...what }: Entry): Promise<void> => {
      const entry = {
        at: now(),
        admin: admin === null ? null : new Types.ObjectId(admin.id),
        adminName: admin?.userName ?? SERVER_NAME,
        ...what,
        note: excerpt(note, NOTE_MAX),
        ...(parts && { parts: { ...parts, text: excerpt(parts.text, NOTE_MAX) } }),
      };
      await records.create([entry]).catch((error: unknown) => {
        if (what._id === undefined || !isDuplicateKey(error)) throw error;
      });
    },

    of: entriesOf,

    /** The latest actions on a user and their content, as moderators see them. */
    historyOf: async (user: Types.ObjectId) =>
      (await entriesOf(user, REPORT_LIMITS.historyShown)).map(({ at, adminName, act, note, parts }) => ({
        at: at.toISOString(),
        adminName,
        act,
        note,
        ...partsOf({ parts }),
      })),

    /** The last action of a kind on a user. */
    lastOf: (user: Types.ObjectId, act: AdminLogRecord['act']): Promise<AdminLogRecord | null> =>
      records.findOne({ user, act }).sort({ at: -1, _id: -1 }).lean(),

    /**
     * A page of the entries that a reader may see, latest first: all but what others did about reports on the reader.
     */
    page: (limit: number, cursor: string | undefined, reader: Types.ObjectId) =>
      readPage({
        list: 'admin log',
        order: { at: -1, _id: -1 },
        limit,
        cursor,
        find: (range) => {
          const shown = [{ user: { $ne: reader } }, { admin: reader }, { act: { $in: OPEN } }];
          return collectionOf(records).find({ $and: [range, { $or: shown }] });
        },
      }),

    /**
     * Returns who did an act to a user since it was last undone, `null` for the server command.
     * @param undo the act that undoes it
     * @param target of acts on a reported post or comment, or on what was reported of a user
     */
    async doersOf(
      user: Types.ObjectId,
      act: ActName,
      undo: ActName,
      target?: Types.ObjectId,
    ): Promise<(Types.ObjectId | null)[]> {
      const found = await records
        .find({ user, act: { $in: [act, undo] }, ...(target && { target }) })
        .sort({ at: -1, _id: -1 })
        .limit(DOERS_MAX)
        .lean();
      const undone = found.findIndex((entry) => entry.act === undo);
      return (undone === -1 ? found : found.slice(0, undone)).map(({ admin }) => admin ?? null);
    },

    /** The latest entries, oldest first. */
    async latest(limit: number): Promise<AdminLogRecord[]> {
      return (await records.find().sort({ at: -1, _id: -1 }).limit(limit).lean()).reverse();
    },
  };
}
