import type { Collection } from '../../platform/db/collection-of.js';
import { isDuplicateKey, retryDuplicate } from '../../platform/db/duplicate-key.js';
import { startOfDay, type TimeRange } from '../../platform/db/per-day.js';
import type { Platform } from '../../platform/platform.js';
import { DAY, HOUR, MINUTE, later, utcDay } from '../../platform/time.js';
import type { Media } from '../../content/media/media.feature.js';
import type { Posts } from '../../content/posts/posts.feature.js';
import type { Reports } from '../reports/reports.feature.js';
import type { Sessions } from '../../identity/sessions/sessions.feature.js';
import type { Users } from '../../community/users/users.feature.js';
import type { FiguresRecord } from './figures.model.js';

export interface DayCountsDeps extends Pick<Platform, 'now'> {
  users: Pick<Users, 'signUpsPerDay' | 'firstSignUp' | 'count'>;
  posts: { archive: Pick<Posts['archive'], 'countPerDay'> };
  reports: Pick<Reports, 'countPerDay' | 'countOpen'>;
  sessions: Pick<Sessions, 'countActiveSince'>;
  media: Pick<Media, 'usedBytes'>;
  /** Counts the jobs that were given up, by day. */
  givenUpJobs: (range: TimeRange) => Promise<ReadonlyMap<string, number>>;
}

/** Counts days: those that are over into `records`, and today for a reader. */
interface DayCounting extends DayCountsDeps {
  records: Collection<FiguresRecord>;
}

type Counted = Partial<Omit<FiguresRecord, '_id'>>;

/** A day is counted this long after it, when its last writes have ended. */
export const COUNTED_AFTER = 5 * MINUTE;
/** Figures that cannot be counted later, such as storage, count for a day only this long after it. */
const CURRENT_FOR = HOUR;
/** Most missed days that are counted. */
const MISSED_MAX = 365;
/** Jobs that were given up are deleted after a week, so the first of these days would be incomplete. */
const JOBS_KEPT = 6 * DAY;

/** Counts the figures that are only known now. @param day of the active people */
async function countNow({ sessions, reports, media }: DayCounting, day: Date): Promise<Counted> {
  const [activePeople, openReports, storageBytes] = await Promise.all([
    sessions.countActiveSince(day),
    reports.countOpen(),
    media.usedBytes(),
  ]);
  return { activePeople, openReports, storageBytes };
}

/** Counts each of some days by the dates in other collections. The days end with the present, for the total. */
async function countByDates(
  { now, users, posts, reports, givenUpJobs }: DayCounting,
  days: readonly string[],
  from: Date,
): Promise<(day: string) => Counted> {
  const time = now();
  const range = { from, end: later(startOfDay(time), DAY) };
  const jobsFrom = new Date(Math.max(from.getTime(), startOfDay(later(time, -JOBS_KEPT)).getTime()));
  const [people, signUps, written, reported, givenUp] = await Promise.all([
    users.count(),
    users.signUpsPerDay(range),
    posts.archive.countPerDay(range),
    reports.countPerDay(range),
    givenUpJobs({ ...range, from: jobsFrom }),
  ]);
  const signedUpAfter = (day: string) =>
    [...signUps].reduce((sum, [date, count]) => (date > day ? sum + count : sum), 0);
  const totals = new Map(days.map((day) => [day, people - signedUpAfter(day)]));
  return (day) => ({
    people: totals.get(day) ?? people,
    signUps: signUps.get(day) ?? 0,
    posts: written.get(day) ?? 0,
    reports: reported.get(day) ?? 0,
    ...(day >= utcDay(jobsFrom) ? { jobsGivenUp: givenUp.get(day) ?? 0 } : {}),
  });
}

/** Days that are over and not counted, the latest first, and the first day that is counted. */
async function missedDays({
  now,
  users,
  records,
}: DayCounting): Promise<{ days: string[]; firstCounted: string | undefined }> {
  const end = startOfDay(later(now(), -COUNTED_AFTER));
  const first = await users.firstSignUp();
  if (first === null) return { days: [], firstCounted: undefined };
  const from = Math.max(startOfDay(first).getTime(), end.getTime() - MISSED_MAX * DAY);
  const counted = await records
    .find(
      { _id: { $gte: utcDay(new Date(from)), $lt: utcDay(end) }, countedAt: { $exists: true } },
      { projection: { _id: 1 }, sort: { _id: 1 } },
    )
    .toArray();
  const known = new Set(counted.map(({ _id }) => _id));
  const days: string[] = [];
  for (let day = end.getTime() - DAY; day >= from; day -= DAY) {
    const date = utcDay(new Date(day));
    if (!known.has(date)) days.push(date);
  }
  return { days, firstCounted: counted[0]?._id };
}

/** Stores a day, unless another process did. */
async function store(
  { records, now }: DayCounting,
  day: string,
  counted: Counted,
  mailsKnown: boolean,
): Promise<void> {
  const found = await records.updateOne(
    { _id: day, countedAt: { $exists: false } },
    {
      $set: { ...counted, countedAt: now() },
      // Adds missing fields and changes no others.
      ...(mailsKnown ? { $inc: { mailsSent: 0, mailsFailed: 0 } } : {}),
    },
  );
  if (found.matchedCount > 0) return;
  const mails = mailsKnown ? { mailsSent: 0, mailsFailed: 0 } : {};
  try {
    await records.insertOne({ _id: day, ...counted, ...mails, countedAt: now() });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

/** Counts the days that are over. Safe to repeat, also in several processes: the first count of a day stays. */
export async function countMissed(deps: DayCounting, signal: AbortSignal): Promise<void> {
  const { days, firstCounted } = await missedDays(deps);
  const last = days.at(-1);
  if (last === undefined) return;
  const countedOf = await countByDates(deps, days, new Date(last));
  const ended = later(new Date(days[0]!), DAY);
  const isCurrent = deps.now().getTime() - ended.getTime() < CURRENT_FOR;
  const current = isCurrent ? await countNow(deps, new Date(days[0]!)) : {};
  // The latest first: if the process ends in between, days before the first counted one stay those of before.
  for (const [index, day] of days.entries()) {
    signal.throwIfAborted();
    const mailsKnown = firstCounted !== undefined && day > firstCounted;
    await store(deps, day, { ...countedOf(day), ...(index === 0 ? current : {}) }, mailsKnown);
  }
}

/** Counts today, up to now. */
export async function countToday(deps: DayCounting): Promise<Counted> {
  const start = startOfDay(deps.now());
  const day = utcDay(start);
  const [countedOf, current, stored] = await Promise.all([
    countByDates(deps, [day], start),
    countNow(deps, start),
    deps.records.findOne({ _id: day }, { projection: { mailsSent: 1, mailsFailed: 1 } }),
  ]);
  const { mailsSent = 0, mailsFailed = 0 } = stored ?? {};
  return { ...countedOf(day), ...current, mailsSent, mailsFailed };
}

/** Adds an attempt to send a mail to today's. */
export async function countMail({ records, now }: DayCounting, outcome: 'sent' | 'failed'): Promise<void> {
  const $inc = outcome === 'sent' ? { mailsSent: 1 } : { mailsFailed: 1 };
  await retryDuplicate(() => records.updateOne({ _id: utcDay(now()) }, { $inc }, { upsert: true }));
}
