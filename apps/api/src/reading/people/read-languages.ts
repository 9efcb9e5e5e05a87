import type { LanguagesChange } from '@social-feed/contracts';
import { Schema, type Connection, type Types } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import { isDuplicateKey, retryDuplicate } from '../../platform/db/duplicate-key.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';
import { latestOf } from './latest.js';

/** The languages that a user reads; users who never chose have no record. */
const schema = new Schema({
  /** The user. */
  _id: { type: Schema.Types.ObjectId, required: true },
  /** None for all. */
  languages: { type: [String], required: true },
  changedAt: { type: Date, required: true },
});

type ReadLanguagesRecord = RecordOf<typeof schema, { languages: string[] }>;
const readLanguagesModel = modelOf<ReadLanguagesRecord>('ReadLanguages', 'readlanguages', schema, {
  backup: 'kept',
  ofUser: { by: '_id', exportedAs: 'readLanguages', onDeletion: 'delete' },
  expires: null,
});

/** Languages that users read. The clients fold posts in others; API responses include them unless asked not to. */
export function createReadLanguages(connection: Connection, now: () => Date) {
  const records = collectionOf(readLanguagesModel(connection));

  /** Returns the languages that a user reads; none for all. */
  const of = async (user: Types.ObjectId): Promise<string[]> =>
    (await records.findOne({ _id: user }))?.languages ?? [];

  /** Applies the latest of these changes, unless a later one was applied before. @returns the languages afterwards */
  async function change(user: Types.ObjectId, changes: readonly LanguagesChange[]): Promise<string[]> {
    const latest = latestOf(changes, ({ kind }) => kind, now()).get('languages');
    if (latest !== undefined) {
      const { languages, at } = latest;
      const write = () =>
        records.updateOne(
          { _id: user, changedAt: { $lte: at } },
          { $set: { languages, changedAt: at } },
          { upsert: true },
        );
      // A second duplicate is that of a later change, which stays.
      await retryDuplicate(write).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
    }
    return of(user);
  }

  return { records, of, change };
}
