import { randomUUID } from 'node:crypto';
import { Schema, type Connection } from 'mongoose';
import { modelOf, type RecordOf } from '../platform/db/record.js';
import { retryDuplicate } from '../platform/db/duplicate-key.js';
import type { Owner } from './archive.js';

/** Who this instance is to its backups: one document. */
const schema = new Schema({
  _id: { type: String, required: true },
  id: { type: String, required: true },
  /** Number of the last backup. */
  backups: { type: Number, required: true },
});
const ownerModel = modelOf<RecordOf<typeof schema, { _id: string }>>('BackupOwner', 'backupowner', schema, {
  backup: 'kept',
  ofUser: null,
  expires: null,
});
const ID = 'owner';

/**
 * Returns who this instance is. Its ID is made once; a restored database keeps it.
 * @param name host of its web app
 */
export async function ownerOf(connection: Connection, name: string): Promise<Owner> {
  const owner = await retryDuplicate(() =>
    ownerModel(connection)
      .findOneAndUpdate(
        { _id: ID },
        { $setOnInsert: { id: randomUUID(), backups: 0 } },
        { upsert: true, returnDocument: 'after' },
      )
      .lean(),
  );
  return { id: owner.id, name, database: connection.db!.databaseName };
}

/** Returns the number of the next backup: above all former ones, and above those at the place of the backups. */
export async function nextNumber(connection: Connection, highest: number): Promise<number> {
  const model = ownerModel(connection);
  await model.updateOne({ _id: ID }, { $max: { backups: highest } });
  const owner = await model
    .findOneAndUpdate({ _id: ID }, { $inc: { backups: 1 } }, { returnDocument: 'after' })
    .lean();
  return owner!.backups;
}

/** Gives a restored copy a new ID, so that its backups are listed apart from those of the original. */
export async function becomeAnother(connection: Connection): Promise<void> {
  await ownerModel(connection).updateOne({ _id: ID }, { id: randomUUID() });
}
