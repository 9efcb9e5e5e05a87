import { Schema, type Connection, type InferSchemaType } from 'mongoose';
import { modelOf } from '../../platform/db/record.js';

const DAY = 24 * 60 * 60 * 1000;
/** For how long nobody else gets a user name that its user gave up; milliseconds. */
const KEPT_FOR = 30 * DAY;

const schema = new Schema({
  /** The user name, lower case. */
  _id: { type: String, required: true },
  /** Whose it was, and who may take it back. */
  user: { type: Schema.Types.ObjectId, required: true },
  until: { type: Date, required: true },
});
schema.index({ until: 1 }, { expireAfterSeconds: 0 });

type FormerName = InferSchemaType<typeof schema>;

export type FormerNames = ReturnType<typeof createFormerNames>;

/** User names that their users gave up: links to them must not lead to somebody else at once. */
export function createFormerNames(connection: Connection, now: () => Date) {
  const names = modelOf<FormerName>('FormerName', 'formernames', schema)(connection);
  return {
    /** To be called before the name is given up. @param name lower case */
    async keep(name: string, user: FormerName['user']): Promise<void> {
      const until = new Date(now().getTime() + KEPT_FOR);
      await names.updateOne({ _id: name }, { $set: { user, until } }, { upsert: true });
    },
    /** Whether a name is kept for another. @param name lower case */
    isKept: async (name: string, asker?: FormerName['user']): Promise<boolean> =>
      (await names.exists({
        _id: name,
        until: { $gt: now() },
        ...(asker === undefined ? {} : { user: { $ne: asker } }),
      })) !== null,
  };
}
