import type { Connection, InferSchemaType, Model, Schema, Types } from 'mongoose';

/** What documents of a schema look like, as plain records. `Named` has the fields that Mongoose cannot infer. */
export type RecordOf<S, Named = unknown> = Plain<
  Omit<{ _id: Types.ObjectId }, keyof Named> & Omit<InferSchemaType<S>, '_id' | keyof Named> & Named
>;
type Plain<T> = { [Name in keyof T]: T[Name] };

/**
 * Makes a model with the name of its documents on a connection, whose documents are such records. Mongoose would build
 * its indexes behind the back of the migrations.
 */
export const modelOf =
  <T>(name: string, collection: string, schema: unknown) =>
  (connection: Connection): Model<T> =>
    connection.model<T>(
      name,
      (schema as Schema<T>)
        .set('collection', collection)
        .set('versionKey', false)
        .set('autoIndex', false)
        .set('autoCreate', false),
    );
