import { Schema, Types, type Connection } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';
import { DAY, later } from '../../platform/time.js';

/** How long an address change can be reverted and the former address stays reserved; milliseconds. */
export const EMAIL_UNDO_FOR = 3 * DAY;

const schema = new Schema({
  user: { type: Schema.Types.ObjectId, required: true },
  /** The former address, canonical. */
  from: { type: String, required: true },
  to: { type: String, required: true },
  at: { type: Date, required: true },
  until: { type: Date, required: true },
});
schema.index({ from: 1 });
schema.index({ user: 1, at: 1 });

export type FormerEmail = RecordOf<typeof schema>;
export type FormerEmails = ReturnType<typeof createFormerEmails>;

export const formerEmailModel = modelOf<FormerEmail>('FormerEmail', 'formeremails', schema, {
  backup: 'kept',
  ofUser: { by: 'user', exportedAs: 'formerEmails', onDeletion: 'delete' },
  expires: { at: 'until' },
});

/**
 * Confirmed former addresses of users. The owner can revert the change, so other accounts cannot use the address.
 */
export function createFormerEmails(connection: Connection, now: () => Date) {
  const emails = formerEmailModel(connection);
  return {
    /** Must be called before the address changes. */
    async keep(change: Pick<FormerEmail, 'user' | 'from' | 'to'>): Promise<FormerEmail> {
      const latest = await emails.findOne({ user: change.user }).sort({ at: -1 }).lean();
      // Later than every earlier change, even within one millisecond or if clocks of processes differ.
      const at = new Date(Math.max(now().getTime(), (latest?.at.getTime() ?? 0) + 1));
      const until = later(at, EMAIL_UNDO_FOR);
      const record = { _id: new Types.ObjectId(), ...change, at, until };
      await emails.create([record]);
      // The first of several changes must outlive the later ones, so that their links are never the only valid
      // ones.
      await emails.updateMany({ user: change.user, until: { $gt: now() } }, { $max: { until } });
      return record;
    },
    /** Whether an address is reserved for another user. @param email canonical */
    isKept: async (email: string, asker?: Types.ObjectId): Promise<boolean> =>
      (await emails.exists({
        from: email,
        until: { $gt: now() },
        ...(asker === undefined ? {} : { user: { $ne: asker } }),
      })) !== null,
    /** Returns a change that can still be reverted. */
    find: (change: string): Promise<FormerEmail | null> =>
      emails.findOne({ _id: change, until: { $gt: now() } }).lean(),
    /** Returns a revertible change by which a user left an address. @param from canonical */
    findOf: (user: Types.ObjectId, from: string): Promise<FormerEmail | null> =>
      emails
        .findOne({ user, from, until: { $gt: now() } })
        .sort({ at: 1 })
        .lean(),
    /** Deletes a change that failed. */
    drop: ({ _id }: FormerEmail) => emails.deleteOne({ _id }),
    /** Deletes a change and all later ones, so that their links no longer work. */
    dropSince: ({ user, at }: FormerEmail) => emails.deleteMany({ user, at: { $gte: at } }),
    dropAllOf: (user: Types.ObjectId) => emails.deleteMany({ user }),
    /** The user's data for the data export. */
    exportOf: (user: Types.ObjectId) =>
      emails.find({ user }, { from: 1, to: 1, at: 1 }).sort({ at: 1 }).lean().cursor(),
  };
}
