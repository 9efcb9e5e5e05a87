import { Schema, type Model } from 'mongoose';
import { collectionOf } from '../db/collection-of.js';
import { countPerDay, type TimeRange } from '../db/per-day.js';
import { modelOf, type RecordOf } from '../db/record.js';
import { DAY } from '../time.js';

const schema = new Schema(
  {
    type: { type: String, required: true },
    /** Unique among the jobs of a type. */
    key: { type: String, required: true },
    payload: { type: Schema.Types.Mixed, required: true },
    /** When the job is due. While it runs: when another process may take it over. Absent for dead jobs. */
    runAt: Date,
    /** No other process runs it until then. */
    lockedUntil: { type: Date, required: true },
    /** Identifies the run that holds the lock. */
    lock: String,
    /** Incremented whenever the job is added, so that a run can detect it. */
    version: { type: Number, required: true },
    attempts: { type: Number, required: true },
    /** Of the last run, if it failed. */
    lastError: String,
    createdAt: { type: Date, required: true },
    /** When the job was marked as dead. */
    deadAt: Date,
  },
  { minimize: false },
);
schema.index({ type: 1, key: 1 }, { unique: true });
schema.index({ type: 1, runAt: 1 });
// Contains only the few jobs whose last run failed.
schema.index({ type: 1, deadAt: 1 }, { partialFilterExpression: { lastError: { $exists: true } } });

export type JobRecord = RecordOf<typeof schema>;

export const jobModel = modelOf<JobRecord>('Job', 'jobs', schema, {
  backup: 'kept',
  ofUser: null,
  expires: { at: 'deadAt', after: 7 * DAY },
});

/** Returns how many there are of all types. */
export const sum = (counts: Record<string, number>) =>
  Object.values(counts).reduce((all, count) => all + count, 0);

/** Counts due jobs that are not running, by type, and the seconds since the oldest was due. */
export async function waitingJobs(
  jobs: Model<JobRecord>,
  now: Date,
): Promise<{ counts: Record<string, number>; oldestSeconds: number }> {
  // By type, the first field of the index.
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

/** Counts jobs whose last run failed, by type: those that are retried, or those marked as dead. */
export async function failedJobs(
  jobs: Model<JobRecord>,
  { dead }: { dead: boolean },
): Promise<Record<string, number>> {
  const type = { $in: await jobs.distinct('type') };
  const failed = await jobs.aggregate<{ _id: string; count: number }>([
    { $match: { type, lastError: { $exists: true }, deadAt: { $exists: dead } } },
    { $group: { _id: '$type', count: { $sum: 1 } } },
  ]);
  return Object.fromEntries(failed.map(({ _id, count }) => [_id, count]));
}

/** Counts the stored jobs by the day on which they were marked as dead. */
export const deadJobsPerDay = async (jobs: Model<JobRecord>, range: TimeRange) =>
  // By type, the first field of the index.
  countPerDay(collectionOf(jobs), 'deadAt', range, {
    type: { $in: await jobs.distinct('type') },
    lastError: { $exists: true },
  });
