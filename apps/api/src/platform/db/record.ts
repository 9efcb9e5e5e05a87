import type { Connection, InferSchemaType, Model, Schema, Types } from 'mongoose';
import { SECOND } from '../time.js';

/** The plain record type of a schema's documents. `Named` has the fields that Mongoose cannot infer. */
export type RecordOf<S, Named = unknown> = Plain<
  Omit<{ _id: Types.ObjectId }, keyof Named> & Omit<InferSchemaType<S>, '_id' | keyof Named> & Named
>;
type Plain<T> = { [Name in keyof T]: T[Name] };

/**
 * What a collection is. Every model declares it. Backups and expiry follow the declaration; exports and deletions are
 * made by the features, and `collections.test.ts` checks that they agree.
 */
export interface CollectionFacts {
  /**
   * `kept`: in backups. A number: in backups, read in this order and before `kept`, because its documents refer to
   * others. `rebuilt`: not in backups, because a restored database rebuilds it.
   */
  backup: 'kept' | 'rebuilt' | number;
  /** How documents belong to a user; `null` if they do not. */
  ofUser: {
    /** The field with the user's ID. */
    by: string;
    /** Name of the documents in the data export; `null` if it leaves them out. */
    exportedAs: string | null;
    /**
     * What happens to the documents when the account is deleted. `anonymize` removes the user from them, `expire`
     * leaves them to their time of expiry.
     */
    onDeletion: 'delete' | 'anonymize' | 'expire' | 'keep';
  } | null;
  /** The database deletes a document `after` milliseconds (default 0) past the date in the field `at`. */
  expires: { at: string; after?: number } | null;
  /** Whether it is only bookkeeping about calls: writing it does not count as started work. */
  aboutCalls?: boolean;
}

/** A model created by `modelOf`. */
type StoredModel = Model<never> & { readonly facts: CollectionFacts };

/** Returns all models of a connection. */
export const storedModels = (connection: Connection) =>
  Object.values(connection.models) as unknown as readonly StoredModel[];

/**
 * Creates a named model on a connection whose documents are such records. Mongoose must not build indexes, because
 * migrations come first.
 */
export function modelOf<T>(name: string, collection: string, schema: unknown, facts: CollectionFacts) {
  const declared = (schema as Schema<T>)
    .set('collection', collection)
    .set('versionKey', false)
    .set('autoIndex', false)
    .set('autoCreate', false);
  const { expires } = facts;
  if (expires !== null) {
    const index = { expireAfterSeconds: (expires.after ?? 0) / SECOND };
    (declared as Schema).index({ [expires.at]: 1 }, index);
  }
  return (connection: Connection): Model<T> => Object.assign(connection.model<T>(name, declared), { facts });
}
