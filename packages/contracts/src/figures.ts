import * as z from 'zod/mini';
import { success } from './common.js';
import { endpoint } from './endpoint.js';
import { ADMIN_LIMITS } from './moderation-limits.js';
import { queryInt } from './query-fields.js';

/** `null` where nobody counted, for example before the instance kept figures. */
const known = z.nullable(z.number());

/** The figures of a day in UTC. They count, and name nobody. */
const dayFigures = z.object({
  date: z.string(),
  isOver: z.boolean(),
  people: z.number(),
  signUps: z.number(),
  activePeople: known,
  posts: z.number(),
  reports: z.number(),
  openReports: known,
  storageBytes: known,
  mailsSent: known,
  mailsFailed: known,
  jobsGivenUp: known,
});
export type DayFigures = z.infer<typeof dayFigures>;

/** The figures of the last days, today last. Days that have not been counted are missing. */
export const getFigures = endpoint('getFigures', {
  query: z.object({ days: queryInt('days', { min: 1, max: ADMIN_LIMITS.figuresDaysMax, fallback: 30 }) }),
  answer: z.object({ ...success, data: z.array(dayFigures) }),
});
