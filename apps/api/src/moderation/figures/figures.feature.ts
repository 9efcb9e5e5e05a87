import { getFigures, type DayFigures } from '@social-feed/contracts';
import { collectionOf } from '../../platform/db/collection-of.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Mount } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { DAY, HOUR, later, nextHour, utcDay } from '../../platform/time.js';
import { COUNTED_AFTER, countMail, countMissed, countToday, type DayCountsDeps } from './day-counts.js';
import { figuresModel, type FiguresRecord } from './figures.model.js';

export interface FiguresDeps extends DayCountsDeps, Pick<Platform, 'connection' | 'jobs' | 'log'> {}

/** The job that counts the days that are over. */
export const DAILY_FIGURES = 'daily-figures';
/** Each reads up to a year of figures, and counts today. */
const FIGURES_LIMIT: RateLimit = { name: 'figures', limit: 600, window: HOUR };

/** The figures of each day. Only this feature uses the collection `figures`, which names nobody. */
export function createFigures(deps: FiguresDeps) {
  const { connection, jobs, log, now } = deps;
  const records = collectionOf(figuresModel(connection));
  const counting = { ...deps, records };

  /** A later run is not far: `every` limits it. */
  const afterMidnight = () => later(nextHour(later(now(), -COUNTED_AFTER), 0), COUNTED_AFTER);
  jobs.define(DAILY_FIGURES, { every: DAY }, async (_nothing, { signal }) => {
    await countMissed(counting, signal);
    return { runAt: afterMidnight() };
  });

  async function read(days: number): Promise<DayFigures[]> {
    const time = now();
    const today = utcDay(time);
    const from = utcDay(later(time, -(days - 1) * DAY));
    const [over, current] = await Promise.all([
      records
        .find({ _id: { $gte: from, $lt: today }, countedAt: { $exists: true } })
        .sort({ _id: 1 })
        .toArray(),
      countToday(counting),
    ]);
    return [...over.map((record) => present(record, true)), present({ ...current, _id: today }, false)];
  }

  return {
    /** Adds an attempt to send a mail to today's figures, without waiting. */
    countMail(outcome: 'sent' | 'failed'): void {
      countMail(counting, outcome).catch((error: unknown) =>
        log.warn({ err: error }, 'a mail was not counted'),
      );
    },
    routes(mount: Mount): void {
      const reading = { perAccount: FIGURES_LIMIT, moderatorsOnly: true };
      mount(getFigures, reading, async ({ query: { days } }) => ({ data: await read(days) }));
    },
  };
}

const present = (record: Partial<FiguresRecord> & { _id: string }, isOver: boolean): DayFigures => ({
  date: record._id,
  isOver,
  people: record.people ?? 0,
  signUps: record.signUps ?? 0,
  activePeople: record.activePeople ?? null,
  posts: record.posts ?? 0,
  reports: record.reports ?? 0,
  openReports: record.openReports ?? null,
  storageBytes: record.storageBytes ?? null,
  mailsSent: record.mailsSent ?? null,
  mailsFailed: record.mailsFailed ?? null,
  jobsGivenUp: record.jobsGivenUp ?? null,
});
