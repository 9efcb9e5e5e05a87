import type { Connection, InferSchemaType, Model, Schema, Types } from 'mongoose';

/** The plain record type of a schema's documents. `Named` has the fields that Mongoose cannot infer. */
export type RecordOf<S, Named = unknown> = Plain<
  Omit<{ _id: Types.ObjectId }, keyof Named> & Omit<InferSchemaType<S>, '_id' | keyof Named> & Named
>;
type Plain<T> = { [Name in keyof T]: T[Name] };

/**
 * Creates a named model on a connection whose documents are such records. Mongoose must not build indexes, because
 * migrations come first.
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
