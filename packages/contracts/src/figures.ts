import * as z from 'zod/mini';
import { queryInt, success } from './common.js';
import { endpoint } from './endpoint.js';
import { ADMIN_LIMITS } from './limits.js';

/** `null` where nobody counted, for example before the instance kept figures. */
const known = z.nullable(z.number());

/** The figures of a day in UTC. They count, and name nobody. */
const dayFigures = z.object({
  /** Such as 2026-11-26. */
  date: z.string(),
  /** False for today, which is counted so far. */
  isOver: z.boolean(),
  /** Accounts at the end of the day. */
  people: z.number(),
  /** Accounts made on it. */
  signUps: z.number(),
  /** Users who were signed in and used the instance. */
  activePeople: known,
  /** Posts written on it that are listed. */
  posts: z.number(),
  reports: z.number(),
  /** Cases without a decision at the end of the day. */
  openReports: known,
  /** Bytes of all uploads at the end of the day. */
  storageBytes: known,
  /** Mails that the mail server took, and attempts that failed. */
  mailsSent: known,
  mailsFailed: known,
  /** Jobs that were given up, mails among them. */
  jobsGivenUp: known,
});
export type DayFigures = z.infer<typeof dayFigures>;

/** The figures of the last days, today last. Days that have not been counted are missing. */
export const getFigures = endpoint('getFigures', {
  query: z.object({ days: queryInt('days', { min: 1, max: ADMIN_LIMITS.figuresDaysMax, fallback: 30 }) }),
  answer: z.object({ ...success, data: z.array(dayFigures) }),
});
