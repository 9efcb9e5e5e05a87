import { Schema, type Connection, type InferSchemaType } from 'mongoose';
import { modelOf } from '../../platform/db/record.js';
import { DAY, later } from '../../platform/time.js';

/** How long a former user name stays reserved; milliseconds. */
const KEPT_FOR = 30 * DAY;

const schema = new Schema({
  /** The user name in lower case. */
  _id: { type: String, required: true },
  /** The former owner, who may take it back. */
  user: { type: Schema.Types.ObjectId, required: true },
  until: { type: Date, required: true },
});

type FormerName = InferSchemaType<typeof schema>;

const formerNameModel = modelOf<FormerName>('FormerName', 'formernames', schema, {
  backup: 'kept',
  ofUser: { by: 'user', exportedAs: null, onDeletion: 'expire' },
  expires: { at: 'until' },
});

export type FormerNames = ReturnType<typeof createFormerNames>;

/** Former user names. They stay reserved for a while, so that links do not lead to another user. */
export function createFormerNames(connection: Connection, now: () => Date) {
  const names = formerNameModel(connection);
  return {
    /** Must be called before the name changes. @param name lower case */
    async keep(name: string, user: FormerName['user']): Promise<void> {
      const until = later(now(), KEPT_FOR);
      await names.updateOne({ _id: name }, { $set: { user, until } }, { upsert: true });
    },
    /** Whether a name is reserved for another user. @param name lower case */
    isKept: async (name: string, asker?: FormerName['user']): Promise<boolean> =>
      (await names.exists({
        _id: name,
        until: { $gt: now() },
        ...(asker === undefined ? {} : { user: { $ne: asker } }),
      })) !== null,
  };
}
