import * as z from 'zod/mini';
import { plainAnswer, success } from './common.js';
import { endpoint } from './endpoint.js';

/** Readiness check. Returns 503 in the error shape while the database is unavailable. */
export const health = endpoint('health', {
  answer: z.object({ ...success, data: z.object({ database: z.literal('up'), uptimeSeconds: z.number() }) }),
});

/** Readiness without details, for load balancers. The port of the metrics has the details. */
export const ready = endpoint('ready', {
  answer: z.object({ ...success, data: z.object({ status: z.literal('ready') }) }),
});

export const live = endpoint('live', { answer: plainAnswer });
