import { Schema, Types, type Connection } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

const DAY = 24 * 60 * 60 * 1000;
/** For how long a change of an e-mail address can be taken back, and nobody else gets the former one; milliseconds. */
export const EMAIL_UNDO_FOR = 3 * DAY;

const schema = new Schema({
  user: { type: Schema.Types.ObjectId, required: true },
  /** The address that was given up, canonical. */
  from: { type: String, required: true },
  to: { type: String, required: true },
  at: { type: Date, required: true },
  until: { type: Date, required: true },
});
schema.index({ from: 1 });
schema.index({ user: 1, at: 1 });
schema.index({ until: 1 }, { expireAfterSeconds: 0 });

export type FormerEmail = RecordOf<typeof schema>;
export type FormerEmails = ReturnType<typeof createFormerEmails>;

export const formerEmailModel = modelOf<FormerEmail>('FormerEmail', 'formeremails', schema);

/** Confirmed addresses that their users gave up: who had them can take the change back, so nobody else may have them. */
export function createFormerEmails(connection: Connection, now: () => Date) {
  const emails = formerEmailModel(connection);
  return {
    /** To be called before the address is given up. */
    async keep(change: Pick<FormerEmail, 'user' | 'from' | 'to'>): Promise<FormerEmail> {
      const latest = await emails.findOne({ user: change.user }).sort({ at: -1 }).lean();
      // Later than every earlier change, also within one millisecond and when clocks of processes differ.
      const at = new Date(Math.max(now().getTime(), (latest?.at.getTime() ?? 0) + 1));
      const until = new Date(at.getTime() + EMAIL_UNDO_FOR);
      const record = { _id: new Types.ObjectId(), ...change, at, until };
      await emails.create([record]);
      // The first of several changes outlives the later ones: their links must not be the only ones left.
      await emails.updateMany({ user: change.user, until: { $gt: now() } }, { $max: { until } });
      return record;
    },
    /** Whether an address is kept for another. @param email canonical */
    isKept: async (email: string, asker?: Types.ObjectId): Promise<boolean> =>
      (await emails.exists({
        from: email,
        until: { $gt: now() },
        ...(asker === undefined ? {} : { user: { $ne: asker } }),
      })) !== null,
    /** A change that can still be taken back. */
    find: (change: string): Promise<FormerEmail | null> =>
      emails.findOne({ _id: change, until: { $gt: now() } }).lean(),
    /** A living change by which a user gave up an address. @param from canonical */
    findOf: (user: Types.ObjectId, from: string): Promise<FormerEmail | null> =>
      emails
        .findOne({ user, from, until: { $gt: now() } })
        .sort({ at: 1 })
        .lean(),
    /** Forgets a change that did not come about. */
    drop: ({ _id }: FormerEmail) => emails.deleteOne({ _id }),
    /** Forgets a change and all that came after it, whose links lead nowhere then. */
    dropSince: ({ user, at }: FormerEmail) => emails.deleteMany({ user, at: { $gte: at } }),
    dropAllOf: (user: Types.ObjectId) => emails.deleteMany({ user }),
    /** What is the user's, for a copy of their data. */
    exportOf: (user: Types.ObjectId) =>
      emails.find({ user }, { from: 1, to: 1, at: 1 }).sort({ at: 1 }).lean().cursor(),
  };
}
