import { Schema, type Model } from 'mongoose';
import { modelOf, type RecordOf } from '../db/record.js';

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
  { minimize: false },
);
schema.index({ type: 1, key: 1 }, { unique: true });
schema.index({ type: 1, runAt: 1 });
schema.index({ deadAt: 1 }, { expireAfterSeconds: 7 * DAY_SECONDS });

export type JobRecord = RecordOf<typeof schema>;

export const jobModel = modelOf<JobRecord>('Job', 'jobs', schema);

/** Jobs that are due and do not run: how many of each type, and for how many seconds the oldest is due. */
export async function waitingJobs(
  jobs: Model<JobRecord>,
  now: Date,
): Promise<{ counts: Record<string, number>; oldestSeconds: number }> {
  // By type, with which the index begins.
  const type = { $in: await jobs.distinct('type') };
  const waiting = await jobs.aggregate<{ _id: string; count: number; oldest: Date }>([
    { $match: { type, runAt: { $lte: now }, lockedUntil: { $lte: now } } },
    { $group: { _id: '$type', count: { $sum: 1 }, oldest: { $min: '$runAt' } } },
  ]);
  const oldest = Math.min(now.getTime(), ...waiting.map((row) => row.oldest.getTime()));
  return {
    counts: Object.fromEntries(waiting.map(({ _id, count }) => [_id, count])),
    oldestSeconds: (now.getTime() - oldest) / 1000,
  };
}
