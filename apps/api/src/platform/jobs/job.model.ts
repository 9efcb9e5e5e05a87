import { Schema, type Connection, type InferSchemaType, type Model, type Types } from 'mongoose';

const DAY_SECONDS = 24 * 60 * 60;

const schema = new Schema(
  {
    type: { type: String, required: true },
    /** One job of a type at a time has it. */
    key: { type: String, required: true },
    payload: { type: Schema.Types.Mixed, required: true },
    /** When it may run. While it runs: when another may take it over. Absent once it was given up. */
    runAt: Date,
    /** Nobody else runs it until then. */
    lockedUntil: { type: Date, required: true },
    /** Names the run that holds it. */
    lock: String,
    /** Grows each time it is asked for, so that a run sees that it was asked for meanwhile. */
    version: { type: Number, required: true },
    attempts: { type: Number, required: true },
    lastError: String,
    createdAt: { type: Date, required: true },
    /** When it was given up. */
    deadAt: Date,
  },
  { collection: 'jobs', versionKey: false, autoIndex: false, minimize: false },
);
schema.index({ type: 1, key: 1 }, { unique: true });
schema.index({ type: 1, runAt: 1 });
schema.index({ deadAt: 1 }, { expireAfterSeconds: 7 * DAY_SECONDS });

export type JobRecord = InferSchemaType<typeof schema> & { _id: Types.ObjectId };

export const jobModel = (connection: Connection): Model<JobRecord> =>
  connection.model<JobRecord>('Job', schema as unknown as Schema<JobRecord>);
