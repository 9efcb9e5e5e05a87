import type { InferSchemaType, Types } from 'mongoose';

/** What documents of a schema look like, as plain records. */
export type RecordOf<S> = Plain<{ _id: Types.ObjectId } & Omit<InferSchemaType<S>, '_id'>>;

type Plain<T> = { [Name in keyof T]: T[Name] };
