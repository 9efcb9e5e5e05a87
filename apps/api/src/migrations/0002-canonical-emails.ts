import { canonicalEmail } from '@social-feed/contracts';
import type { mongo } from 'mongoose';
import { isDuplicateKey } from '../platform/db/duplicate-key.js';
import type { Migration } from './migration.js';

const BATCH = 500;

interface StoredUser {
  _id: mongo.ObjectId;
  userName: string;
  email: string;
  confirmEmail?: boolean;
}

interface StoredChange {
  _id: mongo.ObjectId;
  from: string;
  to: string;
}

/**
 * Sets the canonical spelling of every account's address. If several accounts share a mailbox, one gets it: first
 * an account that already has the canonical spelling, then a confirmed one, then the oldest. The others keep the
 * spelling of their sign-up, use it to sign in and to reset their passwords, and are listed in the log.
 */
export const canonicalEmailsMigration: Migration = {
  name: '0002-canonical-emails',
  async up(db, signal, log) {
    const users = db.collection<StoredUser>('users');
    for (const unconfirmed of [{ $ne: true }, { $eq: true }]) {
      const found = users.find({ confirmEmail: unconfirmed }, { batchSize: BATCH, sort: { _id: 1 } });
      for await (const { _id, userName, email } of found) {
        signal.throwIfAborted();
        const canonical = canonicalEmail(email);
        if (canonical === email) continue;
        if (!(await giveAddress(users, { _id, email }, canonical))) {
          log(
            `The account ${userName} (${_id.toHexString()}) has the same mailbox as another one, in another spelling. Both can sign in as before; ask their owner which one to keep.`,
          );
        }
      }
    }
    await renameChanges(db, signal);
    await dropCodes(db, signal);
  },
};

/** @returns false if another account has the address */
async function giveAddress(
  users: mongo.Collection<StoredUser>,
  user: Pick<StoredUser, '_id' | 'email'>,
  canonical: string,
): Promise<boolean> {
  if ((await users.findOne({ email: canonical }, { projection: { _id: 1 } })) !== null) return false;
  try {
    await users.updateOne(user, { $set: { email: canonical } });
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}

async function renameChanges(db: mongo.Db, signal: AbortSignal): Promise<void> {
  const changes = db.collection<StoredChange>('formeremails');
  for await (const { _id, from, to } of changes.find({}, { batchSize: BATCH })) {
    signal.throwIfAborted();
    const canonical = { from: canonicalEmail(from), to: canonicalEmail(to) };
    if (canonical.from !== from || canonical.to !== to) await changes.updateOne({ _id }, { $set: canonical });
  }
}

/** Codes under another spelling expire after ten minutes: their users request new ones. */
async function dropCodes(db: mongo.Db, signal: AbortSignal): Promise<void> {
  for (const { name, field } of [
    { name: 'emailproofs', field: 'email' },
    { name: 'passwordresets', field: '_id' },
  ]) {
    const codes = db.collection(name);
    for await (const code of codes.find({}, { batchSize: BATCH })) {
      signal.throwIfAborted();
      const email = String(code[field]);
      if (canonicalEmail(email) !== email) await codes.deleteOne({ _id: code._id });
    }
  }
}
