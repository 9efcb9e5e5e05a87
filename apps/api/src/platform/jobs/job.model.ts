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

export const jobModel = modelOf<JobRecord>('jobs', schema);

/** Jobs that are counted at most. */
const WAITING_MAX = 10_000;

/** Jobs that are due and do not run: how many of each type, and for how many seconds the oldest is due. */
export async function waitingJobs(
  jobs: Model<JobRecord>,
  now: Date,
): Promise<{ counts: Record<string, number>; oldestSeconds: number }> {
  const waiting = await jobs
    .find({ runAt: { $lte: now }, lockedUntil: { $lte: now } }, { type: 1, runAt: 1 })
    .sort({ runAt: 1 })
    .limit(WAITING_MAX)
    .lean();
  const counts: Record<string, number> = {};
  for (const { type } of waiting) counts[type] = (counts[type] ?? 0) + 1;
  const oldest = Math.min(now.getTime(), ...waiting.map(({ runAt }) => runAt!.getTime()));
  return { counts, oldestSeconds: (now.getTime() - oldest) / 1000 };
}
